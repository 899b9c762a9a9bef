/** A server whose package is fetched at its start: without an exact version, the publisher of the next version decides which code runs. */
import { quote } from "../../../../text/quote.js";
import { valueAt } from "../../../read/diagnostic/anchor.js";
import { name } from "../phrases.js";
import type { Rule } from "../rule.js";
import { launcherSlip } from "./launcher-slips.js";
import { type Package, packageIn } from "./launchers.js";
import { serversOver } from "./servers.js";

export const rule: Rule = {
  id: "mcp/unpinned-package",
  severity: "warning",
  check({ config, scope, text }, report) {
    for (const {
      key: server,
      entry: { command, args = [] },
    } of serversOver(config, "stdio")) {
      const fetched = command === undefined ? undefined : packageIn(command, args);
      if (fetched === undefined || fetched.pin === "exact" || launcherSlip(command ?? "", args) !== undefined) continue;
      const path = ["mcp_servers", server, "args", fetched.index];
      // An argument that combines parts of a project and its user is checked in its own layer.
      if (text(path) === undefined) continue;
      const { start, end } = fetched;
      report({
        ...(scope(path) === "project" ? {} : { severity: "info" }),
        at: start === 0 ? valueAt(...path) : { ...valueAt(...path), within: { start, end } },
        message: `${name("mcp_servers", server)} runs ${whichOf(fetched)} each time it starts`,
        label: "not one version",
        help: `write the version that you reviewed, such as ${quote(fetched.example)}`,
      });
    }
  },
};

function whichOf({ pin, name: called, version }: Package): string {
  if (pin === "none") return `the newest ${quote(called)}`;
  return pin === "tag"
    ? `the version ${quote(version)} of ${quote(called)}`
    : `any version of ${quote(called)} that fits ${quote(version)}`;
}
