import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "syntax/encoding",
  severity: "error",
  summary: "text that is not UTF-8, holds NUL or half a character",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
