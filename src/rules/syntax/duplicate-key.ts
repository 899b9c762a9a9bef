import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "syntax/duplicate-key",
  severity: "error",
  summary: "a key appears twice in one mapping",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
