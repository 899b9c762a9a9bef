import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "substitution/fallback-is-a-command",
  severity: "warning",
  summary: "a default text where a command runs",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
