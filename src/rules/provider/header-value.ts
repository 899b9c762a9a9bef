import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "provider/header-value",
  severity: "error",
  summary: "a header value that HTTP does not allow",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
