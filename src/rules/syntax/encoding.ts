/** S4: strict UTF-8 without NUL. An escape can spell half a character even where the bytes are sound. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "syntax/encoding",
  severity: "error",
  summary: "text that is not UTF-8, holds NUL or half a character",
};
