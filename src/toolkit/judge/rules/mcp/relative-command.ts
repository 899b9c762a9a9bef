/** P-S97: a server of the user's own configuration starts next to it, or in a working directory that its user vouches for. */
import { quote } from "../../../../text/quote.js";
import { valueAt } from "../../../read/diagnostic/anchor.js";
import { name } from "../phrases.js";
import type { Rule } from "../rule.js";
import { serversOver } from "./servers.js";

export const rule: Rule = {
  id: "mcp/relative-command",
  severity: "warning",
  check({ config, scope, text }, report) {
    for (const { key } of serversOver(config, "stdio")) {
      const path = ["mcp_servers", key, "command"];
      const command = scope(path) === "global" ? text(path) : undefined;
      if (command === undefined || !isRelative(command)) continue;
      report({
        at: valueAt(...path),
        message: `${name(...path)} is another program in every directory that it starts in`,
        label: "a relative path",
        help: `write the whole path, such as ${quote("${HOME}/bin/server")}, or a name that is found in ${quote("PATH")}`,
      });
    }
  },
};

/** A name without a slash is searched for in `PATH`; a prefix that a shell would expand is another mistake. */
function isRelative(command: string): boolean {
  return /[\\/]/.test(command) && !/^(?:[\\/~$%]|[A-Za-z]:)/.test(command);
}
