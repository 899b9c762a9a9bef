import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "provider/header-shadowed",
  severity: "warning",
  summary: "a header that the agent overwrites",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
