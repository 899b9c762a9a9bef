import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "suppress/no-reason",
  severity: "warning",
  summary: "a suppression without a reason",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
