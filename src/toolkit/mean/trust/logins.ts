/** Logins on a user's machine: an entry with the name of one uses an authorisation that its user once gave. */
import { once } from "../../../text/once.js";
import type { Path } from "../../../text/path.js";
import type { Json } from "../../read/document/data.js";
import { jsonAt, type Setting, settingAt } from "../configuration/setting.js";
import { mayBeSubstituted } from "../substitution/find.js";
import { destinationOf, isSameDestination } from "./destination.js";

/** The logins that an entry uses at another destination than theirs, by the places that name them. */
export type BorrowedLogins = (entry: Path) => readonly Path[];

/**
 * A login is borrowed by a profile together with a URL, or by the directory of a user's server (spec 2.10, `auth_key_name`). A directory
 * with a name that only loading resolves may be any server's. `below`: the settings without the project.
 */
export function borrowedLogins(settings: Setting, below: Setting): BorrowedLogins {
  const owners = once(() => serversByDirectory(below));
  return (entry) => {
    const [section, name] = entry;
    const profile = [...entry, "auth", "profile"];
    const isElsewhere = [profile, [...entry, "url"]].every((path) => settingAt(settings, path) !== undefined);
    if (section === "providers") return isElsewhere ? [profile] : [];
    const directory = section === "mcp_servers" ? directoryOf(settings, String(name)) : undefined;
    if (directory === undefined) return [];
    if (mayBeSubstituted(directory)) return directoryOf(below, String(name)) === directory ? [] : [[...entry, KEY]];
    const owner = owners().get(directory);
    if (owner === undefined) return [];
    const isSame = isSameDestination(destinationOf(below, owner), destinationOf(settings, entry));
    return isSame ? [] : [[...owner, "auth", "type"]];
  };
}

const KEY = "auth_key_name";

function serversByDirectory(below: Setting): ReadonlyMap<string, Path> {
  const servers = settingAt(below, ["mcp_servers"]);
  const directories = new Map<string, Path>();
  for (const name of servers?.kind === "object" ? servers.entries.keys() : []) {
    const directory = directoryOf(below, name);
    if (directory !== undefined) directories.set(directory, ["mcp_servers", name]);
  }
  return directories;
}

/** The directory that holds the login for a server, in lower case for file systems that ignore case; undefined without a login. */
function directoryOf(settings: Setting, server: string): string | undefined {
  const at = (...path: Path): Json | undefined => jsonAt(settings, ["mcp_servers", server, ...path]);
  return at("auth", "type") === "oauth" ? String(at(KEY) ?? server).toLowerCase() : undefined;
}
