import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "mcp/cleartext-credential",
  severity: "warning",
  summary: "a credential sent to a server without encryption",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
