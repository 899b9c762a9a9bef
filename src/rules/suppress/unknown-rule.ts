import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "suppress/unknown-rule",
  severity: "warning",
  summary: "a suppression of a rule that does not exist",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
