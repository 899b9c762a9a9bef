import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "effect/zero",
  severity: "warning",
  summary: "a zero that does not mean none",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
