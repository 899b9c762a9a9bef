import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "version/outdated",
  severity: "info",
  summary: "a file of an older version",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
