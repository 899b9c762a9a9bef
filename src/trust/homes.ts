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
  /** Whom its user gives it to, as far as that is known. */
  readonly destinations: Set<string>;
}

export type Homes = ReadonlyMap<string, Home>;

/** By variable. `tree`: of the global layer; `below`: what there is without a project. */
export function homesIn(tree: Place, below: Setting): Homes {
  const homes = new Map<string, Home>();
  for (const mention of variablesIn(tree, "global")) {
    const { path, variable } = mention;
    if (!isForCredential(below, mention)) continue;
    const home = homes.get(variable) ?? { path, destinations: new Set() };
    const destination = destinationOf(below, path.slice(0, 2));
    if (destination !== undefined) home.destinations.add(destination);
    homes.set(variable, home);
  }
  return homes;
}

/** Where the user has a variable for: `here` if an entry leads there, too; undefined where the user has it for nothing. */
export function homeOf(homes: Homes, variable: string, settings: Setting, entry: Path): Path | "here" | undefined {
  const home = homes.get(variable);
  const there = home && destinationOf(settings, entry);
  return there !== undefined && home?.destinations.has(there) ? "here" : home?.path;
}

/** What is set on every machine, and opens nothing. */
const COMMON = /^(?:HOME|USER|LOGNAME|PATH|PWD|SHELL|LANG|LC_\w+|TERM|TMPDIR|TZ|HOSTNAME|XDG_\w+)$/;

/** In maps and lists there is much else than credentials: there a name has to say it. */
function isForCredential(below: Setting, { path, variable }: Mention): boolean {
  if (COMMON.test(variable)) return false;
  const secret = settingAt(below, path)?.shape?.schema["x-secret"];
  const isNamed = mayNameCredential(String(path.at(-1))) || mayNameCredential(variable);
  return secret === true || isNamed;
}
