/** P-S108: a rule about a tool that does not exist decides nothing. */
import { quote } from "../../../../text/quote.js";
import { toolMeant } from "../../permissions/rule-text.js";
import { OWN_TOOLS, SHELL } from "../../permissions/tools.js";
import { rewrites, suggestion, writing } from "../phrases.js";
import type { Rule } from "../rule.js";

export const rule: Rule<"unknown-tool"> = {
  id: "permission/unknown-tool",
  severity: "error",
  words: {
    "unknown-tool": ({ at: { path }, tool, servers }, { suggest }) => {
      const message = `there is no tool ${quote(tool)}, so this rule fits no call`;
      const own = toolMeant(tool);
      const names = own === undefined ? suggest(tool, OWN_TOOLS) : [own];
      const rule = path.slice(0, -1);
      if (names.length > 0) {
        const fixes = rewrites(tool, names, (to) => ({ kind: "replace", path, value: to }));
        return { message, ...suggestion(names), fixes };
      }
      if (servers.has(tool)) {
        const help = `write ${quote(`server: ${tool}`)} for all tools of that server`;
        return {
          message,
          help,
          fixes: [{ title: help, safe: false, changes: [{ kind: "rename", path, to: "server" }] }],
        };
      }
      const server = [...servers].find((one) => tool.startsWith(`${one}_`) || tool.startsWith(`mcp_${one}_`));
      if (server !== undefined) {
        const full = `mcp__${server}__${tool.replace(/^mcp_/, "").slice(server.length).replace(/^_+/, "")}`;
        return {
          message,
          ...suggestion([full]),
          fixes: [writing(full, { safe: false, changes: [{ kind: "replace", path, value: full }] })],
        };
      }
      if (/\s/.test(tool.trim())) {
        const changes = [{ kind: "put", path: rule, value: { tool: SHELL, command: tool.trim() } } as const];
        const shown = `{ tool: shell, command: ${JSON.stringify(tool.trim())} }`;
        return {
          message,
          help: `write ${quote(shown)}`,
          fixes: [{ title: `write ${quote(shown)}`, safe: false, changes }],
        };
      }
      return { message, help: `one of ${OWN_TOOLS.map(quote).join(", ")}, or \`mcp__SERVER__TOOL\`` };
    },
  },
};
