import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "provider/cleartext-credential",
  severity: "warning",
  summary: "a credential sent without encryption",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
