/** S7: `<<` came with YAML 1.1 and is no part of the YAML 1.2 core schema. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "syntax/merge-key",
  severity: "warning",
  summary: "`<<`, which does not merge in YAML 1.2",
};
