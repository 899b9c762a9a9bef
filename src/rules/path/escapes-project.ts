import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "path/escapes-project",
  severity: "error",
  summary: "a path that leaves the project",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
