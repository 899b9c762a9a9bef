import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "schema/wrong-type",
  severity: "error",
  summary: "a value of another type than the key takes",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
