import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "syntax/alias-limit",
  severity: "error",
  summary: "aliases that expand too often or contain themselves",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
