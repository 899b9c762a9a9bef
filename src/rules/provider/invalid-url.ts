import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "provider/invalid-url",
  severity: "error",
  summary: "a provider's URL that cannot be used",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
