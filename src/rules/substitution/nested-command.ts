import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "substitution/nested-command",
  severity: "error",
  summary: "a command whose output would run as a command",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
