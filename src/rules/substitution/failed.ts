import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "substitution/failed",
  severity: "error",
  summary: "a command that failed (when loading)",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
