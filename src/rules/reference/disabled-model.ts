import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "reference/disabled-model",
  severity: "warning",
  summary: "a disabled model that is asked for",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
