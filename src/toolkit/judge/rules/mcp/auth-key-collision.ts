/** Spec 2.10: `auth_key_name`, or else the server's name, is the directory under `auth/mcp/` that stores a server's OAuth credentials. */
import { grouped } from "../../../../text/grouped.js";
import type { Path } from "../../../../text/path.js";
import { quote } from "../../../../text/quote.js";
import { keyAt, valueAt } from "../../../read/diagnostic/anchor.js";
import { name } from "../phrases.js";
import type { Rule, RuleContext } from "../rule.js";
import { type HttpServer, serversOver } from "./servers.js";

export const rule: Rule = {
  id: "mcp/auth-key-collision",
  severity: "warning",
  check(context, report) {
    for (const servers of byDirectory(context).values()) {
      // The oldest entry keeps its directory; the later ones are reported.
      const byPath = new Map(servers.map((holder) => [holder.path, holder]));
      const [holder, ...later] = context
        .newestFirst(...[...byPath.keys()].reverse())
        .toReversed()
        .flatMap((path) => byPath.get(path) ?? []);
      for (const { server, path, login, directory } of later) {
        if (holder === undefined || login === holder.login) continue;
        report({
          at: anchorOf(path),
          message: `${name("mcp_servers", server)} stores its login in the same directory as ${name("mcp_servers", holder.server)}, ${quote(`auth/mcp/${holder.directory}`)}`,
          label: `also used by ${quote(holder.server)}`,
          related: [{ at: anchorOf(holder.path), message: "the same directory" }],
          notes: holder.directory === directory ? [] : [ONE_DIRECTORY],
          help: "give one of them another `auth_key_name`",
          because: [server, holder.server].flatMap((name) => [
            ["mcp_servers", name, "url"],
            ["mcp_servers", name, "auth"],
          ]),
        });
      }
    }
  },
};

const ONE_DIRECTORY = "names that differ in capitals alone are one directory on macOS and Windows";

interface Holder {
  readonly server: string;
  readonly directory: string;
  /** Path of the value that names the directory: the `auth_key_name`, or the server itself. */
  readonly path: Path;
  /** Equal for two entries that log in at the same address in the same way. */
  readonly login: string;
}

/** The servers that use OAuth, by the directory of their login. Names that differ in case share a directory, as on some file systems. */
function byDirectory(context: RuleContext): ReadonlyMap<string, readonly Holder[]> {
  const holders = serversOver(context.config, "http").flatMap(({ key: server, entry }): readonly [string, Holder][] => {
    if (entry.auth?.type !== "oauth") return [];
    const path: Path = ["mcp_servers", server, "auth_key_name"];
    const isNamed = !context.lacks(path);
    const directory = isNamed ? context.spelling(path) : server;
    // An invalid or unknown name belongs to no directory.
    if (directory === undefined) return [];
    const holder = { server, directory, path: isNamed ? path : path.slice(0, 2), login: loginOf(entry) };
    return [[directory.normalize().toLowerCase(), holder]];
  });
  return grouped(holders);
}

function loginOf({ url, auth }: HttpServer): string {
  return JSON.stringify([url, auth]);
}

function anchorOf(path: Path) {
  return path.length === 2 ? keyAt(...path) : valueAt(...path);
}
