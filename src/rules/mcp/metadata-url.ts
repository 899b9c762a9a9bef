import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "mcp/metadata-url",
  severity: "error",
  summary: "a client metadata URL that is not HTTPS or has no path",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
