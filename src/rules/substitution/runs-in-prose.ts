/** S18: the switch is one for all values, prose included. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "substitution/runs-in-prose",
  severity: "warning",
  summary: "a command in a text that is meant to be read",
};
