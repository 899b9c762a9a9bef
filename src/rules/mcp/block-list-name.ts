import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "mcp/block-list-name",
  severity: "error",
  summary: "a blocked tool that is not written `mcp__server__tool`",
  why: ``,
  examples: {
    bad: [],
    good: [],
  },
};
