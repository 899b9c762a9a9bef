/** S6: `.json` is strict JSON; `.jsonc` allows comments and trailing commas, and nothing more. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "syntax/json",
  severity: "error",
  summary: "text that is not valid JSON",
};
