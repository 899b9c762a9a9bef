import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "provider/header-name",
  severity: "error",
  summary: "a header name that HTTP does not allow",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
