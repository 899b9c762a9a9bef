import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "effect/inert",
  severity: "warning",
  summary: "a setting that cannot take effect",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
