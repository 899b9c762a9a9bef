import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "layer/unreadable",
  severity: "error",
  summary: "a configuration that cannot be read",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
