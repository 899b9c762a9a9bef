import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "reference/unknown-parent",
  severity: "error",
  summary: "a model that inherits from one that does not exist",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
