/**
 * Keys that stand next to the mapping that they belong in: parts of an entry among the entries of a map, and keys after a name without a
 * value. Keys that belong in the same mapping are one mistake.
 */
import { keysWhere } from "../../../text/entries.js";
import { NONE } from "../../../text/none.js";
import { keyAt } from "../diagnostic/anchor.js";
import type { Move } from "../edit/move.js";
import { valueAliasesOf } from "./alias.js";
import type { SchemaFact } from "./facts.js";
import { fitsType, isName } from "./fits.js";
import { hasKey, mayBe, partOf } from "./may-be.js";
import type { ObjectPlace, Place } from "./place.js";
import { configShape, patternOf, type Shape } from "./shape.js";
import type { Where } from "./where.js";

export type Misplaced = Extract<SchemaFact, { kind: "misplaced" }>;

/** Parts of an entry that stand in a map of entries. They belong in the entry before them. */
export function amongEntries({ entries }: ObjectPlace, rest: Shape, where: Where): readonly Misplaced[] {
  const isSection = where.depth === 1;
  const strangers = keysWhere(entries, (place, key) => {
    const own = partOf(rest, key) ?? (isSection ? configShape.properties.get(key) : undefined);
    return own !== undefined && !isNull(place) && looksLike(place, own) && !mayBe(place, rest);
  });
  if (strangers.length === 0) return NONE;
  const parts = new Set(strangers.filter((key) => partOf(rest, key) !== undefined));
  const apart = strangers.filter((key) => !parts.has(key)).map((key) => sectionFact(key, where));
  if (parts.size === 0) return apart;
  const keys: MisplacedKeys[] = [];
  let into: string | undefined;
  for (const [key, place] of entries) {
    if (parts.has(key)) keys.push({ key, into });
    else if (place.kind === "object" || isNull(place)) into = key;
  }
  return [...apart, ...factsOf(keys, entries, where, true)];
}

/** A top-level section inside another one. */
function sectionFact(key: string, { path }: Where): Misplaced {
  const moves = [{ from: [...path, key], to: [key] }];
  const about = { keys: [key], into: undefined, isMap: true, isSection: true, isLost: true };
  return { kind: "misplaced", at: keyAt(...path, key), ...about, moves };
}

/** An entry whose keys are all unknown to its map and all known to another map. */
export function ofAnotherMap({ entries, shape }: ObjectPlace, { path }: Where): Misplaced | undefined {
  const [section, entry, ...deeper] = path;
  if (shape === undefined || entry === undefined || deeper.length > 0) return undefined;
  const keys = [...entries.keys()];
  if (keys.length < 2 || keys.some((key) => hasKey(shape, key))) return undefined;
  for (const [name, { rest, schema }] of configShape.properties) {
    if (rest === undefined || schema["x-capability"] !== undefined || !keys.every((key) => hasKey(rest, key))) continue;
    const key = String(entry);
    const about = { keys: [key], into: name, isMap: true, isSection: true, isLost: true };
    return { kind: "misplaced", at: keyAt(section ?? "", key), ...about, moves: [{ from: path, to: [name, key] }] };
  }
  return undefined;
}

/** Whether a place fits a shape; for a map, one of its entries must fit, too. */
function looksLike(place: Place, shape: Shape): boolean {
  const { rest } = shape;
  if (!mayBe(place, shape) || rest === undefined || place.kind !== "object") return mayBe(place, shape);
  const isOpaque = rest.schema["x-opaque"] === true;
  return !isOpaque && [...place.entries.values()].some((child) => mayBe(child, rest));
}

/** Keys after an empty section that could belong to it. */
export function afterNames(
  unknown: readonly string[],
  { entries }: ObjectPlace,
  { properties }: Shape,
  where: Where,
): readonly Misplaced[] {
  const isUnknown = new Set(unknown);
  const keys: MisplacedKeys[] = [];
  const empty: { readonly name: string; readonly shape: Shape; readonly isLost: boolean }[] = [];
  for (const [key, place] of entries) {
    const shape = properties.get(key);
    if (shape?.types?.has("object") === true && isNull(place))
      empty.push({ name: key, shape, isLost: !fitsType(place, shape) });
    const home = isUnknown.has(key) ? empty.findLast((one) => belongs(key, place, one.shape)) : undefined;
    if (home !== undefined) keys.push({ key, into: home.name, isLost: home.isLost });
  }
  return factsOf(keys, entries, where, false);
}

function belongs(key: string, place: Place, shape: Shape): boolean {
  const own = partOf(shape, key);
  if (own !== undefined) return !isNull(place) && mayBe(place, own);
  const { rest, schema } = shape;
  if (rest === undefined || !isName(key, shape)) return false;
  if (schema["x-stray"] !== undefined) return patternOf(schema["x-stray"]).test(key) && mayBe(place, rest);
  return place.kind === "object" && place.entries.size > 0 && mayBe(place, rest);
}

function isNull(place: Place): boolean {
  return place.kind === "scalar" && place.value === null;
}

interface MisplacedKeys {
  readonly key: string;
  readonly into: string | undefined;
  readonly isLost?: boolean;
}

/** One fact for each mapping that keys belong in. */
function factsOf(
  misplaced: readonly MisplacedKeys[],
  entries: ObjectPlace["entries"],
  { path }: Where,
  isMap: boolean,
): readonly Misplaced[] {
  const groups = new Map<string | undefined, Misplaced>();
  for (const { key, into, isLost = true } of misplaced) {
    const there = into === undefined ? undefined : entries.get(into);
    const isFree = into !== undefined && !(there?.kind === "object" && there.entries.has(key));
    const moves = isFree ? [{ from: [...path, key], to: [...path, into, key] }] : [];
    const group = groups.get(into);
    groups.set(
      into,
      group === undefined
        ? { kind: "misplaced", at: keyAt(...path, key), keys: [key], into, isMap, isSection: false, isLost, moves }
        : { ...group, keys: [...group.keys, key], moves: [...group.moves, ...moves] },
    );
  }
  return [...groups.values()];
}

interface BareTag {
  readonly place: Place;
  /** Keys next to it that belong to its mapping. */
  readonly keys: readonly string[];
  readonly moves: readonly Move[];
}

/** Tags in place of their mapping, if the keys next to them supply the rest of it. */
export function bareTags(
  unknown: readonly string[],
  { entries, variant }: ObjectPlace,
  { path }: Where,
): readonly BareTag[] {
  const tags: BareTag[] = [];
  for (const [name, { tag, properties }] of variant?.properties ?? []) {
    const place = tag && entries.get(name);
    if (tag === undefined || place?.kind !== "scalar" || typeof place.value !== "string") continue;
    const own = properties.get(tag.key);
    const [alias] = own === undefined ? [] : valueAliasesOf(place.value, own);
    const inside = tag.variants.get(place.value) ?? tag.variants.get(alias ?? "");
    const keys = unknown.filter((key) => key !== tag.key && inside?.properties.has(key));
    if (keys.length === 0) continue;
    const at = [...path, name];
    const isWhole = inside?.schema.required?.every((key) => key === tag.key || keys.includes(key)) === true;
    const isPlain = tag.variants.has(place.value);
    const moves = keys.map((key) => ({ from: [...path, key], to: [...at, key] }));
    tags.push({ place, keys, moves: isWhole && isPlain ? [{ from: at, to: [...at, tag.key] }, ...moves] : [] });
  }
  return tags;
}
