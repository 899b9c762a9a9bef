import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "path/not-found",
  severity: "warning",
  summary: "a path that leads nowhere",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
