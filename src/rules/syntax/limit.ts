/** S4: at most 1 MiB. S7: at most 64 levels. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "syntax/limit",
  severity: "error",
  summary: "a file that is too large or nested too deeply",
};
