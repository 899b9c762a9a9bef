import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "provider/unknown-catalog-entry",
  severity: "error",
  summary: "a provider that the catalog does not have",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
