/** Leaves out a project's references to left-out entries, and the entries that are empty afterwards. */
import { parseModelReference } from "../../mean/configuration/models.js";
import { childrenOf, type Definition, settingAt } from "../../mean/configuration/setting.js";
import { layerOfScope } from "../../read/layers/layer.js";
import type { Place } from "../../read/schema/place.js";
import { placesWith } from "../rules/known-places.js";
import type { Snapshot } from "./snapshot.js";

/** The sections whose entries others name (`x-ref`). */
const NAMED = ["models", "providers", "facets"];

type Entry = readonly [section: string, name: string];

/** The names of left-out entries, by section. */
type LeftOut = ReadonlyMap<string, Set<string>>;

/** `first`: the snapshot before anything was left out. */
export function danglingIn(first: Snapshot, now: Snapshot): readonly Definition[] {
  const [before, layer] = [layerOfScope(first.layers, "project"), layerOfScope(now.layers, "project")];
  const [written, tree] = [before && first.trees.get(before), layer && now.trees.get(layer)];
  if (written === undefined || tree === undefined || layer === undefined) return [];
  const emptied = NAMED.flatMap((section) => emptiedEntries(section, written, tree, now));
  const leftOut = new Map(NAMED.map((section) => [section, leftOutNames(section, written, now)]));
  for (const [section, name] of emptied) leftOut.get(section)?.add(name);
  const heirs = heirsOf(leftOut, tree, now);
  for (const [section, name] of heirs) leftOut.get(section)?.add(name);
  const isAll = [...leftOut.values()].every((names) => names.size === 0);
  const references = isAll
    ? []
    : placesWith(tree, "x-ref").filter(({ place, shape }) => leadsTo(leftOut, place, shape.schema["x-ref"]));
  return [...emptied, ...heirs, ...references.map(({ path }) => path)].map((path) => ({ layer, path }));
}

/** Models of the project alone that inherit from a left-out one, however far above: without it they would be other models. */
function heirsOf(leftOut: LeftOut, tree: Place, { below }: Snapshot): readonly Entry[] {
  const children = new Map<string, string[]>();
  for (const [name, entry] of entriesIn(tree, "models")) {
    const parent = entry.kind === "object" ? entry.entries.get("inherits") : undefined;
    if (parent?.kind !== "scalar" || settingAt(below?.settings, ["models", name]) !== undefined) continue;
    const key = String(parent.value);
    children.set(key, [...(children.get(key) ?? []), name]);
  }
  const heirs: Entry[] = [];
  const reached = [...(leftOut.get("models") ?? [])];
  for (const parent of reached) {
    const own = children.get(parent) ?? [];
    // Each model is reached once, even in a circle.
    children.delete(parent);
    reached.push(...own);
    heirs.push(...own.map((name): Entry => ["models", name]));
  }
  return heirs;
}

/** The names of a project's entries that are not in effect. */
function leftOutNames(section: string, written: Place, { complete, surroundings }: Snapshot): Set<string> {
  const there = childrenOf(settingAt(complete, [section]));
  const listed = section === "models" ? (surroundings.catalog?.models ?? {}) : {};
  const names = [...entriesIn(written, section).keys()];
  return new Set(names.filter((name) => !there.has(name) && !Object.hasOwn(listed, name)));
}

function leadsTo(leftOut: LeftOut, place: Place, section: unknown): boolean {
  const names = leftOut.get(String(section));
  if (names === undefined || place.kind !== "scalar" || typeof place.value !== "string") return false;
  return names.has(place.value) || (section === "models" && names.has(parseModelReference(place.value).model));
}

/** Entries of the project alone that are empty now. */
function emptiedEntries(section: string, written: Place, tree: Place, { below }: Snapshot): readonly Entry[] {
  const before = entriesIn(written, section);
  return [...entriesIn(tree, section)].flatMap(([name, entry]) => {
    const isEmptied = isEmpty(entry) && !isEmpty(before.get(name));
    return isEmptied && settingAt(below?.settings, [section, name]) === undefined ? [[section, name] as const] : [];
  });
}

function isEmpty(place: Place | undefined): boolean {
  return place?.kind === "object" && place.entries.size === 0;
}

function entriesIn(tree: Place, section: string): ReadonlyMap<string, Place> {
  const entries = tree.kind === "object" ? tree.entries.get(section) : undefined;
  return entries?.kind === "object" ? entries.entries : new Map();
}
