/** S5: reported when loading; `lint` says it by its exit code. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "layer/no-config",
  severity: "error",
  summary: "no configuration was found, neither a global one nor a project's",
};
