/** A reason is what the next reader has to decide by. Found by `suppress.ts`. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "suppress/no-reason",
  severity: "warning",
  summary: "a suppression without a reason",
};
