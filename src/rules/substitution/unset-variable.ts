/** S17: all variables that are not set are reported at once, each at its place. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "substitution/unset-variable",
  severity: "error",
  summary: "a variable that is not set (when loading)",
};
