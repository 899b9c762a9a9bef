/** What of a project leads to something that had to be left out, or is all that is left of it: it is left out, too. */
import { parseModelReference } from "../configuration/models.js";
import { childrenOf, type Definition, settingAt } from "../configuration/setting.js";
import { layerOfScope } from "../layers/layer.js";
import { placesWith } from "../rules/known-places.js";
import type { Place } from "../schema/place.js";
import type { Path } from "../text/path.js";
import type { Snapshot } from "./snapshot.js";

/** The sections whose entries others name (`x-ref`). */
const NAMED = ["models", "providers", "facets"];

/** `first`: before anything was left out. */
export function danglingIn(first: Snapshot, now: Snapshot): readonly Definition[] {
  const [before, layer] = [layerOfScope(first.layers, "project"), layerOfScope(now.layers, "project")];
  const [written, tree] = [before && first.trees.get(before), layer && now.trees.get(layer)];
  if (written === undefined || tree === undefined || layer === undefined) return [];
  const lost = new Map(NAMED.map((section) => [section, lostNames(section, written, now)]));
  const emptied = NAMED.flatMap((section) => emptiedEntries(section, written, tree, now));
  const isAll = [...lost.values()].every((names) => names.size === 0);
  const references = isAll
    ? []
    : placesWith(tree, "x-ref").filter(({ place, shape }) => leadsTo(lost, place, shape.schema["x-ref"]));
  return [...emptied, ...references.map(({ path }) => path)].map((path) => ({ layer, path }));
}

/** The names that a project wrote and that nothing in effect goes by. */
function lostNames(section: string, written: Place, { sound, surroundings }: Snapshot): ReadonlySet<string> {
  const there = childrenOf(settingAt(sound, [section]));
  const listed = section === "models" ? (surroundings.catalog?.models ?? {}) : {};
  const names = [...entriesIn(written, section).keys()];
  return new Set(names.filter((name) => !there.has(name) && !Object.hasOwn(listed, name)));
}

function leadsTo(lost: ReadonlyMap<string, ReadonlySet<string>>, place: Place, section: unknown): boolean {
  const names = lost.get(String(section));
  if (names === undefined || place.kind !== "scalar" || typeof place.value !== "string") return false;
  return names.has(place.value) || (section === "models" && names.has(parseModelReference(place.value).model));
}

/** Entries of the project alone in which nothing is left. */
function emptiedEntries(section: string, written: Place, tree: Place, { below }: Snapshot): readonly Path[] {
  const before = entriesIn(written, section);
  return [...entriesIn(tree, section)].flatMap(([name, entry]) => {
    const isEmptied = isEmpty(entry) && !isEmpty(before.get(name));
    return isEmptied && settingAt(below.settings, [section, name]) === undefined ? [[section, name]] : [];
  });
}

function isEmpty(place: Place | undefined): boolean {
  return place?.kind === "object" && place.entries.size === 0;
}

function entriesIn(tree: Place, section: string): ReadonlyMap<string, Place> {
  const entries = tree.kind === "object" ? tree.entries.get(section) : undefined;
  return entries?.kind === "object" ? entries.entries : new Map();
}
