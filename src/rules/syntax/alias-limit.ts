/** S7: at most 100 expansions, nested ones counted each time they are used, and no cycles. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "syntax/alias-limit",
  severity: "error",
  summary: "aliases that expand too often or contain themselves",
};
