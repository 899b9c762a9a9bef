/** S21: what counts as failure. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "substitution/failed",
  severity: "error",
  summary: "a command that failed, or printed more than a value can hold (when loading)",
};
