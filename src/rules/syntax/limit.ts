import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "syntax/limit",
  severity: "error",
  summary: "a file that is too large or nested too deeply",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
