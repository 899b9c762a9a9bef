/** The variables that a user's config takes credentials from, and whom it gives them to. */
import { type Setting, settingAt } from "../configuration/setting.js";
import { mayNameCredential } from "../redaction/names.js";
import type { Place } from "../schema/place.js";
import type { Path } from "../text/path.js";
import { destinationOf } from "./destination.js";
import { type Mention, variablesIn } from "./variables.js";

interface Home {
  /** A credential that is made from the variable. */
  readonly path: Path;
  /** Whom its user gives it to. */
  readonly destinations: Set<string | undefined>;
}

export type Homes = ReadonlyMap<string, Home>;

/** By variable. `tree`: of the global layer. */
export function homesIn(tree: Place, settings: Setting): Homes {
  const homes = new Map<string, Home>();
  for (const mention of variablesIn(tree)) {
    const { path, variable } = mention;
    if (!isForCredential(settings, mention)) continue;
    const home = homes.get(variable) ?? { path, destinations: new Set() };
    home.destinations.add(destinationOf(settings, path.slice(0, 2)));
    homes.set(variable, home);
  }
  return homes;
}

/** Where the user has a variable for, if that leads nowhere near an entry. */
export function homeElsewhere(homes: Homes, variable: string, settings: Setting, entry: Path): Path | undefined {
  const home = homes.get(variable);
  return home === undefined || home.destinations.has(destinationOf(settings, entry)) ? undefined : home.path;
}

/** In maps and lists there is much else than credentials: there a name has to say it. */
function isForCredential(settings: Setting, { path, variable }: Mention): boolean {
  const shape = settingAt(settings, path)?.shape;
  const isNamed = mayNameCredential(String(path.at(-1))) || mayNameCredential(variable);
  return shape?.schema["x-secret"] === true || (path[0] === "mcp_servers" && isNamed);
}
