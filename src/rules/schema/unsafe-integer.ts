/** S9: valid by its digits, but beyond 2^53. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "schema/unsafe-integer",
  severity: "warning",
  summary: "an integer too large to be loaded exactly",
};
