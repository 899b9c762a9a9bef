import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "path/absolute-home",
  severity: "warning",
  summary: "a path into one person's home, in a file for everybody",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
