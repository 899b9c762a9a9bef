import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "model/default-level",
  severity: "error",
  summary: "a default effort that is not one of the levels",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
