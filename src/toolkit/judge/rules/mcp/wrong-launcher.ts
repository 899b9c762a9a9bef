/** Spec 2.10: `command` and `args` start the server itself. */
import type { Path } from "../../../../text/path.js";
import { valueAt } from "../../../read/diagnostic/anchor.js";
import { name } from "../phrases.js";
import type { Rule } from "../rule.js";
import { launcherSlip } from "./launcher-slips.js";
import { serversOver } from "./servers.js";

export const rule: Rule = {
  id: "mcp/wrong-launcher",
  severity: "warning",
  check({ config, text }, report) {
    for (const { key, entry } of serversOver(config, "stdio")) {
      const { command, args = [] } = entry;
      const slip = command === undefined ? undefined : launcherSlip(command, args);
      if (slip === undefined) continue;
      const server: Path = ["mcp_servers", key];
      const path = slip.index === undefined ? [...server, "command"] : [...server, "args", slip.index];
      if (text(path) === undefined) continue;
      const { message, help, instead } = slip;
      const left = args.filter((_, index) => index !== slip.index);
      report({
        at: valueAt(...path),
        because: [["mcp_servers", key, "command"]],
        message: `${name("mcp_servers", key)} does not start like this: ${message}`,
        help,
        fixes:
          instead === undefined
            ? []
            : [
                {
                  title: instead === null ? "leave it out" : `write \`${instead}\``,
                  safe: false,
                  changes:
                    instead === null
                      ? [{ kind: "put", path: path.slice(0, -1), value: left }]
                      : [{ kind: "replace", path, value: instead }],
                },
              ],
      });
    }
  },
};
