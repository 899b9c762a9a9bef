import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "substitution/runs-in-prose",
  severity: "warning",
  summary: "a command in a text that is meant to be read",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
