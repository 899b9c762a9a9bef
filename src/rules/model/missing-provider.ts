import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "model/missing-provider",
  severity: "error",
  summary: "a model of its own without a provider",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
