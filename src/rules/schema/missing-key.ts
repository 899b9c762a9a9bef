import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "schema/missing-key",
  severity: "error",
  summary: "a required key is missing",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
