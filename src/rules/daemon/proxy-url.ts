import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "daemon/proxy-url",
  severity: "error",
  summary: "a proxy URL that cannot be used",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
