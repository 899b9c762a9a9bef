import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "provider/missing-url",
  severity: "error",
  summary: "a custom provider without a URL",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
