import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "syntax/merge-key",
  severity: "warning",
  summary: "`<<`, which does not merge in YAML 1.2",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
