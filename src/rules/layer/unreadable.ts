/** S4, S5: reported when loading; `lint` says it by its exit code. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "layer/unreadable",
  severity: "error",
  summary: "a configuration file that is there and cannot be read",
};
