import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "syntax/not-a-mapping",
  severity: "error",
  summary: "a file that holds a list or a single value",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
