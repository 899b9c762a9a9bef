import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "reference/unknown-facet",
  severity: "warning",
  summary: "a facet that nobody configured",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
