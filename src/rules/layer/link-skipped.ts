import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "layer/link-skipped",
  severity: "warning",
  summary: "a linked file that is not read, as the global config says",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
