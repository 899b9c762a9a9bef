import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "reference/invalid-effort",
  severity: "error",
  summary: "a reasoning effort that the model does not have",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
