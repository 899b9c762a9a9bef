import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "substitution/disabled",
  severity: "warning",
  summary: "a command that does not run because the switch is off",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
