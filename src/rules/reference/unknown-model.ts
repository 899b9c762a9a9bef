import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "reference/unknown-model",
  severity: "warning",
  summary: "a model that nobody configured",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
