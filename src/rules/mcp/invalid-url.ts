import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "mcp/invalid-url",
  severity: "error",
  summary: "a server's URL that cannot be used",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
