/** S7. Reading stops at the first mistake: what stands after it can no longer be told apart. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "syntax/yaml",
  severity: "error",
  summary: "text that is not valid YAML",
};
