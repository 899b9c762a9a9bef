import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "schema/unknown-variant",
  severity: "error",
  summary: "a tag that names no known variant",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
