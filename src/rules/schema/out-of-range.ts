import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "schema/out-of-range",
  severity: "error",
  summary: "a number outside its limits",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
