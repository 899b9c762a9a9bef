import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "secret/weak-word",
  severity: "warning",
  summary: "a secret word too short to be found",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
