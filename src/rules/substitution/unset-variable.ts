import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "substitution/unset-variable",
  severity: "error",
  summary: "a variable that is not set (when loading)",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
