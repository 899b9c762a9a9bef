/** Spec 2.10: exactly one transport; each has keys of its own. The schema knows them (`x-rule` of the union). */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "mcp/other-transport",
  severity: "error",
  summary: "a key that belongs to the other transport",
};
