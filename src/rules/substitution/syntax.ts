/** The grammar of substitutions, and what is none of it (S17). */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "substitution/syntax",
  severity: "error",
  summary: "something that starts like a substitution and is none",
};
