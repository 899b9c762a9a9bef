/** Spec 2.10: tool names in the form `mcp__server__tool`. There are no patterns. */
import { quote } from "../../../../text/quote.js";
import { badFormat } from "../bad-format.js";
import { suggestion, writing } from "../phrases.js";
import type { Rule } from "../rule.js";

/** The characters of patterns, which the schema forbids in a tool's name. */
const OF_PATTERN = /[*?|()[\]{}^\\]/;

export const rule: Rule<never, "bad-format"> = {
  id: "mcp/block-list-name",
  severity: "error",
  named: {
    "bad-format": (fact) => {
      const { at, value } = fact;
      if (OF_PATTERN.test(value)) {
        return {
          message: `${quote(value)} is a pattern, which hides no tool`,
          help: "name each tool, as `mcp__server__tool`",
        };
      }
      const server = String(at.path[1]);
      const tool = toolIn(value, server);
      const fullName = `mcp__${server}__${tool}`;
      const isTool = isName(tool, server) && fact.shape.pattern?.test(fullName) === true;
      if (!isTool) return badFormat(fact);
      const changes = [{ kind: "replace", path: at.path, value: fullName }] as const;
      const fixes = [writing(fullName, { safe: false, changes })];
      return { ...badFormat(fact), ...suggestion([fullName]), fixes };
    },
  },
};

/** A tool without the name of its server, which must follow `mcp` or precede two underscores. */
function toolIn(value: string, server: string): string {
  const beginnings = [
    `${server}__`,
    `mcp__${server}_`,
    `mcp_${server}__`,
    `mcp_${server}_`,
    `${server}.`,
    `${server}/`,
    `${server}:`,
  ];
  const beginning = beginnings.find((one) => value.startsWith(one) && value.length > one.length);
  return value.slice(beginning?.length ?? 0);
}

/** Whether a text can only be the name of a tool, without another spelling of the prefix. */
function isName(tool: string, server: string): boolean {
  return (
    /^[A-Za-z0-9][\w-]*$/.test(tool) &&
    !/^mcp[-_]|__$/i.test(tool) &&
    !tool.toLowerCase().startsWith(`${server.toLowerCase()}__`)
  );
}
