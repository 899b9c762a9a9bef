import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "substitution/misfit",
  severity: "error",
  summary: "a value that does not fit once it is resolved (when loading)",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
