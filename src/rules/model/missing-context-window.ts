import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "model/missing-context-window",
  severity: "error",
  summary: "a model without a context window",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
