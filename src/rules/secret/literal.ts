import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "secret/literal",
  severity: "warning",
  summary: "a secret written into the file",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
