import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "schema/unknown-key",
  severity: "warning",
  summary: "a key that the configuration does not have",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
