import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "mcp/auth-key-collision",
  severity: "warning",
  summary: "two servers that share their credentials",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
