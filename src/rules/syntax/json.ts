import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "syntax/json",
  severity: "error",
  summary: "the text is not valid JSON",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
