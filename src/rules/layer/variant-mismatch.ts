/** S12: keys are checked against the tag that the layer below chose. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "layer/variant-mismatch",
  severity: "error",
  summary: "a key of another variant than the one the global config chose",
};
