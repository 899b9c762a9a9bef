import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "layer/global-only",
  severity: "error",
  summary: "a project that sets or erases what is the user's alone",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
