/** The variables that a user's config takes credentials from, and whom it gives them to. */
import type { Path } from "../../../text/path.js";
import type { Place } from "../../read/schema/place.js";
import { type Setting, settingAt } from "../configuration/setting.js";
import { mayNameCredential } from "../redaction/names.js";
import { destinationOf, entryOf } from "./destination.js";
import { isCommon, isSetting, type Mention, opensSomething, variablesIn } from "./variables.js";

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
    const destination = destinationOf(below, entryOf(path));
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

/** What a value comes from opens something, unless its name or its place says that it is a setting (S44). */
function isForCredential(below: Setting, { path, variable, within }: Mention): boolean {
  if (isCommon(variable)) return false;
  if (opensSomething(variable) || mayNameCredential(String(path.at(-1)))) return true;
  const secret = settingAt(below, path)?.shape?.schema["x-secret"];
  const isPut = secret === "by-name" || within === undefined;
  return secret === true || (isPut && !isSetting(variable));
}
