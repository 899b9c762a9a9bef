import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "provider/protocol-mismatch",
  severity: "warning",
  summary: "a protocol that the kind of provider does not speak",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
