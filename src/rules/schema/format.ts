import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "schema/format",
  severity: "error",
  summary: "a text that does not have the required form",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
