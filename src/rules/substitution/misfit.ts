/** S20: what a variable or a command supplies is a text like any other, and is checked like one. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "substitution/misfit",
  severity: "error",
  summary: "a value that does not fit once it is resolved (when loading)",
};
