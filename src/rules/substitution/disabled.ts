/** S18: off, both forms stay literal text. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "substitution/disabled",
  severity: "warning",
  summary: "a command that stays literal text, because commands are not turned on",
};
