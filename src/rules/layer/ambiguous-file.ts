import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "layer/ambiguous-file",
  severity: "error",
  summary: "several configuration files in one directory",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
