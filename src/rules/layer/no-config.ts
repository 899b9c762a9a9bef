import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "layer/no-config",
  severity: "error",
  summary: "no configuration was found",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
