/** P-S108: a rule about a server that no configuration has decides nothing. */
import { quote } from "../../../../text/quote.js";
import { rewrites, suggestion } from "../phrases.js";
import type { Rule } from "../rule.js";

export const rule: Rule<"unknown-server"> = {
  id: "permission/unknown-server",
  severity: "warning",
  asksGlobal: true,
  words: {
    "unknown-server": ({ at: { path }, server, tool, servers }, { suggest }) => {
      const names = server.includes("*") ? [] : suggest(server, servers);
      const written = tool ?? server;
      const spelt = (name: string): string => (tool === undefined ? name : tool.replace(server, () => name));
      return {
        message: `no configuration has a server ${quote(server)}, so this rule fits no call`,
        ...suggestion(names.map(spelt)),
        help: "servers stand in `mcp_servers` of a configuration",
        fixes: rewrites(written, names.map(spelt), (to) => ({ kind: "replace", path, value: to })),
      };
    },
  },
};
