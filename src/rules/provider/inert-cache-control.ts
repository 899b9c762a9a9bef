import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "provider/inert-cache-control",
  severity: "warning",
  summary: "a caching strategy that has no effect with this protocol",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
