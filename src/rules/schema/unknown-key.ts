/** S26: `data`, `updates`, `telemetry` and `tui` stay open. Spec 2.7: in `permissions` an unknown key is an error. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "schema/unknown-key",
  severity: "warning",
  summary: "a key that the configuration does not have",
  fixable: true,
};
