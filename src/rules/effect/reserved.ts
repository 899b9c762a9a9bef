import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "effect/reserved",
  severity: "info",
  summary: "a key that is reserved and has no effect",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
