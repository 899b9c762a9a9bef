/** S10: versions 4 to 255. Such a file is never rewritten. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "version/newer",
  severity: "error",
  summary: "a file of a version that is not known yet",
};
