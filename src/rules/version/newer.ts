import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "version/newer",
  severity: "error",
  summary: "a file of a version that is not known yet",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
