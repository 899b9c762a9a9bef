/** Spec 2.10: tool names in the form `mcp__server__tool`. */
import { badFormat } from "../bad-format.js";
import { suggestion, writing } from "../phrases.js";
import type { Rule } from "../rule.js";

export const rule: Rule<never, "bad-format"> = {
  id: "mcp/block-list-name",
  severity: "error",
  named: {
    "bad-format": (fact) => {
      const { at, value } = fact;
      const meant = `mcp__${String(at.path[1])}__${value}`;
      const isTool = /^\w[\w-]*$/.test(value) && !value.startsWith("mcp_") && fact.shape.pattern?.test(meant) === true;
      if (!isTool) return badFormat(fact);
      const changes = [{ kind: "replace", path: at.path, value: meant }] as const;
      const fixes = [writing(meant, { safe: false, changes })];
      return { ...badFormat(fact), ...suggestion([meant]), fixes };
    },
  },
};
