/** S12: merging never removes an entry of a map. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "layer/null-entry",
  severity: "error",
  summary: "an entry of a map that is null, which neither sets nor removes it",
};
