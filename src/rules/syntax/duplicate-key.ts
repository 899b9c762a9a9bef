/** S8: names are compared after decoding escapes; those of headers without regard to case. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "syntax/duplicate-key",
  severity: "error",
  summary: "a key that appears twice in one mapping",
};
