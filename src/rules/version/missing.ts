import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "version/missing",
  severity: "info",
  summary: "a file without `version`, read as an older one",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
