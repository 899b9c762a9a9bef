import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "path/theme-file",
  severity: "error",
  summary: "a theme file that is not one",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
