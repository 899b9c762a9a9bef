import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "schema/too-long",
  severity: "error",
  summary: "a text with more bytes than fit",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
