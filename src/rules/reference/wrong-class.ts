import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "reference/wrong-class",
  severity: "warning",
  summary: "a default that is smaller than its slot",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
