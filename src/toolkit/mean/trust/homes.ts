/** The variables that hold a user's credentials, and the destinations that the user's configuration gives them to. */

import { mayNameCredential } from "../../../text/credential-names.js";
import type { Path } from "../../../text/path.js";
import type { Place } from "../../read/schema/place.js";
import { type Setting, settingAt } from "../configuration/setting.js";
import { destinationOf, entryOf } from "./destination.js";
import { isCommon, isSetting, type Mention, opensSomething, variablesIn } from "./variables.js";

interface Home {
  /** A credential that contains the variable. */
  readonly path: Path;
  /** The known destinations that the user gives it to. */
  readonly destinations: Set<string>;
}

export type Homes = ReadonlyMap<string, Home>;

/** Homes by variable. `tree`: of the global layer; `below`: the settings without a project. */
export function homesIn(tree: Place, below: Setting): Homes {
  const homes = new Map<string, Home>();
  for (const mention of variablesIn(tree, "global")) {
    const { path, variable } = mention;
    if (!isForCredential(below, mention)) continue;
    const home = homes.get(variable) ?? { path, destinations: new Set() };
    const destination = destinationOf(below, entryOf(path));
    if (destination !== undefined) home.destinations.add(destination);
    homes.set(variable, home);
  }
  return homes;
}

/** The user's place for a variable: `here` if the entry has the same destination; undefined for a variable that the user does not use. */
export function homeOf(homes: Homes, variable: string, settings: Setting, entry: Path): Path | "here" | undefined {
  const home = homes.get(variable);
  const there = home && destinationOf(settings, entry);
  return there !== undefined && home?.destinations.has(there) ? "here" : home?.path;
}

/** Whether a variable in a value holds a credential, unless its name or its place shows that it is a setting (S44). */
function isForCredential(below: Setting, { path, variable, within }: Mention): boolean {
  if (isCommon(variable)) return false;
  if (opensSomething(variable) || mayNameCredential(String(path.at(-1)))) return true;
  const secret = settingAt(below, path)?.shape?.schema["x-secret"];
  const isPut = secret === "by-name" || within === undefined;
  return secret === true || (isPut && !isSetting(variable));
}
