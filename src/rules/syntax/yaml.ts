import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "syntax/yaml",
  severity: "error",
  summary: "the text is not valid YAML",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
