import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "substitution/in-project",
  severity: "error",
  summary: "a command in a project file, which never runs",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
