import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "suppress/unused",
  severity: "warning",
  summary: "a suppression that suppresses nothing",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
