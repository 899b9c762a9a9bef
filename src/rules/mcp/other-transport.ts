import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "mcp/other-transport",
  severity: "error",
  summary: "a key that belongs to the other transport",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
