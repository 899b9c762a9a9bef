import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "mcp/loader-environment",
  severity: "warning",
  summary: "a variable that makes a program load code",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
