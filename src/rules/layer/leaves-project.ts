import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "layer/leaves-project",
  severity: "error",
  summary: "a project's file that is a link out of the project",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
