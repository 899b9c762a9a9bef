/** Spec 9, S10: such a file is upgraded in memory. Said of files that have keys, but none like `version`. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "version/missing",
  severity: "info",
  summary: "a file without `version`, read as an older one",
  fixable: true,
};
