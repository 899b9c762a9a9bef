/** Spec 2. YAML 1.2 reads `yes`, `on` and `200_000` as texts (S6). */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "schema/wrong-type",
  severity: "error",
  summary: "a value of another type than the key takes",
  fixable: true,
};
