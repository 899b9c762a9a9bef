/** Spec 9, S10: versions 0 to 2. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "version/outdated",
  severity: "info",
  summary: "a file of an older version",
  fixable: true,
};
