import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "secret/in-arguments",
  severity: "warning",
  summary: "a secret on a command line",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
