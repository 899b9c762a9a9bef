import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "mcp/auth-key-name",
  severity: "error",
  summary: "a credentials directory that may not be named so",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
