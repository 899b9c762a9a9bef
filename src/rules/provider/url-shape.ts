import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "provider/url-shape",
  severity: "warning",
  summary: "a base URL that does not fit the protocol",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
