/** Spec 2.10: tool names in the form `mcp__server__tool`. */
import { badFormat } from "../bad-format.js";
import type { Rule } from "../rule.js";

export const rule: Rule<never, "bad-format"> = {
  id: "mcp/block-list-name",
  severity: "error",
  summary: "a blocked tool that is not written `mcp__server__tool`",
  named: {
    "bad-format": badFormat,
  },
};
