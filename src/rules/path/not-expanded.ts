import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "path/not-expanded",
  severity: "warning",
  summary: "a `~` or `$VAR` that stays literal text",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
