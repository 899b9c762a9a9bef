/** Spec 2, 8 and S24. Large integers are judged by their digits (S9). */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "schema/out-of-range",
  severity: "error",
  summary: "a number outside its limits",
};
