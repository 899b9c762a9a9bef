/** Tagged objects (spec 2.3, 2.4, 2.10, 5): `type` or `transport` says which other keys there are. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "schema/unknown-variant",
  severity: "error",
  summary: "a tag that names no known variant",
  fixable: true,
};
