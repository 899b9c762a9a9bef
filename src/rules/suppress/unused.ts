/** A suppression that has nothing left to suppress hides the next mistake of that kind. Found by `suppress.ts`. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "suppress/unused",
  severity: "warning",
  summary: "a suppression that suppresses nothing",
  fixable: true,
};
