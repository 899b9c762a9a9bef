/** Spec 1 and S11: presence is enough, whatever the value. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "layer/global-only",
  severity: "error",
  summary: "a project file that sets or erases what only the global config may",
  fixable: true,
};
