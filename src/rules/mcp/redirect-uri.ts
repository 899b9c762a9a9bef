import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "mcp/redirect-uri",
  severity: "error",
  summary: "a redirect address that is neither HTTPS nor loopback",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
