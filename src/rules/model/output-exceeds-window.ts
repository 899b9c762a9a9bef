import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "model/output-exceeds-window",
  severity: "warning",
  summary: "an output limit above the context window",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
