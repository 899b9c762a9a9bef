import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "layer/variant-mismatch",
  severity: "error",
  summary: "a key of another variant than the layer below chose",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
