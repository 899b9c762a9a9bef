import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "model/missing-class",
  severity: "error",
  summary: "a custom model without a size class",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
