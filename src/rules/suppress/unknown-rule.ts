/** Suppressions name their rules: blanket ones do not exist. Found by `suppress.ts`. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "suppress/unknown-rule",
  severity: "warning",
  summary: "a suppression of a rule that does not exist",
};
