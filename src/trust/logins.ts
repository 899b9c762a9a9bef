/** Logins that are kept on the machine of a user: whoever names one uses what its user once agreed to. */
import { type Setting, settingAt } from "../configuration/setting.js";
import { once } from "../text/once.js";
import type { Path } from "../text/path.js";
import { destinationOf } from "./destination.js";

/** The logins that an entry of a project's own sends somewhere else than they are for, by where they are named. */
export type Borrowed = (entry: Path) => readonly Path[];

/**
 * A profile at an address that is not its vendor's, and the directory of a server of the user's (spec 2.10, `auth_key_name`).
 * `isUsers`: whether an entry is the user's.
 */
export function borrowedLogins(settings: Setting, isUsers: (entry: Path) => boolean): Borrowed {
  const servers = once(() => serversByDirectory(settings, isUsers));
  return (entry) => {
    const [section, name] = entry;
    const profile = [...entry, "auth", "profile"];
    if (section === "providers") return settingAt(settings, profile) === undefined ? [] : [profile];
    const directory = section === "mcp_servers" ? directoryOf(settings, String(name)) : undefined;
    const owner = directory === undefined ? undefined : servers().get(directory);
    const isElsewhere = owner !== undefined && destinationOf(settings, owner) !== destinationOf(settings, entry);
    return isElsewhere ? [[...owner, "auth", "type"]] : [];
  };
}

function serversByDirectory(settings: Setting, isUsers: (entry: Path) => boolean): ReadonlyMap<string, Path> {
  const servers = settingAt(settings, ["mcp_servers"]);
  const found = new Map<string, Path>();
  for (const name of servers?.kind === "object" ? servers.entries.keys() : []) {
    const directory = directoryOf(settings, name);
    if (directory !== undefined && isUsers(["mcp_servers", name])) found.set(directory, ["mcp_servers", name]);
  }
  return found;
}

/** The directory that holds the login for a server; undefined where there is no login. */
function directoryOf(settings: Setting, server: string): string | undefined {
  const at = (...path: Path): unknown => {
    const setting = settingAt(settings, ["mcp_servers", server, ...path]);
    return setting?.kind === "scalar" ? setting.value : undefined;
  };
  return at("auth", "type") === "oauth" ? String(at("auth_key_name") ?? server) : undefined;
}
