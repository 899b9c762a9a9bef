/** S7: what YAML could do and a configuration must not. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "syntax/unsupported-yaml",
  severity: "error",
  summary: "a directive, a tag, a second document or a key that is not a text",
};
