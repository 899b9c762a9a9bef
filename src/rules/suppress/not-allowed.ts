import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "suppress/not-allowed",
  severity: "error",
  summary: "a suppression of what cannot be suppressed",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
