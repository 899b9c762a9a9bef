import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "path/trust-store",
  severity: "error",
  summary: "a trust store that cannot be used (when loading)",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
