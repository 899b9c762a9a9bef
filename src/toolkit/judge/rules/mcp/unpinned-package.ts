/** A server whose package is fetched at its start: without an exact version, the publisher of the next version decides which code runs. */
import { programOf } from "../../../../text/program.js";
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
      const script = args.findIndex((arg) => DOWNLOADED.test(arg));
      if (script !== -1 && isShell(command ?? "") && text(["mcp_servers", server, "args", script]) !== undefined) {
        const path = ["mcp_servers", server, "args", script];
        report({
          ...(scope(path) === "project" ? {} : { severity: "info" }),
          at: valueAt(...path),
          message: `${name("mcp_servers", server)} downloads a program and runs it each time it starts`,
          label: "whatever stands there that day",
          help: "download it once, review it, and name the file",
        });
        continue;
      }
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

/** A download whose text a program runs at once, in the languages of shells. */
const DOWNLOADED =
  /\b(?:curl|wget)\b[^|;&\n]{0,300}\| ?(?:sudo )?(?:\w*sh|python3?|node|perl|ruby)\b|\b\w*sh <\( ?(?:curl|wget)\b|\$\( ?(?:curl|wget)\b|\b(?:irm|iwr|invoke-\w+)\b[^|\n]{0,300}\| ?(?:iex|invoke-expression)\b/i;

function isShell(command: string): boolean {
  return /^(?:\w*sh|powershell|pwsh|cmd)$/.test(programOf(command));
}

function whichOf({ pin, name: called, version }: Package): string {
  if (pin === "none") return `the newest ${quote(called)}`;
  return pin === "tag"
    ? `the version ${quote(version)} of ${quote(called)}`
    : `any version of ${quote(called)} that fits ${quote(version)}`;
}
