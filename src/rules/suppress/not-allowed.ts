/** What decides whether a file can be read, and what a stranger could hide, stays in the open. Found by `suppress.ts`. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "suppress/not-allowed",
  severity: "error",
  summary: "a suppression of what cannot be suppressed",
};
