import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "layer/null-entry",
  severity: "error",
  summary: "null for an entry of a map",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
