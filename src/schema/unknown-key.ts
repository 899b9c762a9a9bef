/** A key that its object does not have: whether another variant or another place has it, and what could stand there. */
import { keyAt } from "../diagnostic/anchor.js";
import { NONE } from "../text/none.js";
import { oncePer } from "../text/once.js";
import { type Path, toPointer } from "../text/path.js";
import { suggest, suggestWords } from "../text/suggest.js";
import { aliasOf } from "./alias.js";
import type { SchemaFact } from "./facts.js";
import { fitsType, typeAt } from "./fits.js";
import type { ObjectPlace, Place } from "./place.js";
import { configShape, type Shape } from "./shape.js";
import type { Where } from "./where.js";

/** A fact for each; `renames`: the required keys that some of them were probably meant to be. */
export function unknownKeyFacts(
  keys: readonly string[],
  renames: ReadonlyMap<string, string>,
  object: ObjectPlace,
  variant: Shape,
  { path, merged, around }: Where,
  isProject: boolean,
): readonly SchemaFact[] {
  const { shape, entries } = object;
  const tag = shape?.tag?.key ?? "";
  const rule = shape?.schema["x-rule"];
  const allowed = isProject ? withoutGlobalOnly(variant) : variant;
  const outside = isProject ? around && withoutGlobalOnly(around) : around;
  const free = [...allowed.properties].filter(([name]) => !entries.has(name));
  const accepted = free.map(([name]) => name);
  const taken = [...allowed.properties.keys()].filter((name) => entries.has(name));
  const isStrict = variant.schema["x-strict"] === true;
  const fittingFor = fittingAmong(free);
  return keys.flatMap((key): SchemaFact | readonly SchemaFact[] => {
    const at = keyAt(...path, key);
    const place = entries.get(key);
    if (place === undefined) return [];
    const elsewhere = shape === undefined ? [] : variantsWith(shape, key);
    if (elsewhere.length > 0 && (!entries.has(tag) || rule !== undefined)) {
      const chosen = textOf(entries.get(tag) ?? (merged?.kind === "object" ? merged.entries.get(tag) : undefined));
      const foreign = { at, key, tag, chosen, elsewhere };
      return entries.has(tag) ? { kind: "foreign-key", ...foreign, rule } : { kind: "variant-mismatch", ...foreign };
    }
    const required = renames.get(key);
    const alias = required === undefined ? aliasOf(key, allowed) : undefined;
    const about = { isStrict, required, alias, value: undefined, accepted, taken, elsewhere };
    const places = { fitting: fittingFor(place), nearby: nearby(key, place, allowed, path, outside) };
    return { kind: "unknown-key", at, key, place, ...about, ...places };
  });
}

/** The names of those keys that could have a value. Where that is nothing but a matter of its type, each type is looked at once. */
function fittingAmong(free: readonly (readonly [string, Shape])[]): (place: Place) => readonly string[] {
  const known = new Map<unknown, readonly string[]>();
  return (place) => {
    const isUsual = place.kind === "scalar" && !(typeof place.value === "number" && !Number.isFinite(place.value));
    const type = isUsual ? typeAt(place) : undefined;
    const names = known.get(type) ?? free.flatMap(([name, child]) => (mayBe(place, child) ? [name] : []));
    if (type !== undefined) known.set(type, names);
    // How often a list is compared with is counted: each fact has one of its own.
    return [...names];
  };
}

/** Of the keys that an open object says nothing about, those that are close to one of its own (S28). */
export function nearMisses(entries: ReadonlyMap<string, unknown>, shape: Shape): readonly string[] {
  const { open, properties, schema } = shape;
  return !open || properties.size === 0 || schema["x-opaque"] === true ? NONE : nearKeys(entries, shape);
}

function nearKeys(entries: ReadonlyMap<string, unknown>, { properties }: Shape): readonly string[] {
  const own = [...properties.keys()];
  const isNear = (key: string): boolean => suggest(key, own).length > 0 || suggestWords(key, own).length > 0;
  return [...entries.keys()].filter((key) => !properties.has(key) && isNear(key));
}

function textOf(place: Place | undefined): string {
  return place?.kind === "scalar" ? String(place.value) : "";
}

/** The shape without the keys that are not for a project to write. */
function withoutGlobalOnly(shape: Shape): Shape {
  const properties = [...shape.properties].filter(([, { schema }]) => schema["x-scope"] !== "global");
  return { ...shape, properties: new Map(properties) };
}

/** Whether a key could have this value: one of its type, and where it is an object, with at least one of its keys. */
function mayBe(place: Place, shape: Shape): boolean {
  if (!fitsType(place, shape)) return false;
  if (place.kind !== "object" || place.entries.size === 0 || shape.rest !== undefined || shape.open) return true;
  return [...place.entries.keys()].some(
    (key) => hasKey(shape, key) || suggest(key, shape.properties.keys()).length > 0,
  );
}

/** Other places for a key: the closest ones first, below or beside the object; else any that every configuration has. */
function nearby(key: string, place: Place, shape: Shape, path: Path, around: Shape | undefined): readonly Path[] {
  const fits = (found: Shape | undefined): boolean => found !== undefined && mayBe(place, found);
  const placesIn = (whole: Shape): readonly Path[] =>
    (fixedPlaces(whole.properties).get(key) ?? []).flatMap((found) => (fits(found.shape) ? [found.path] : []));
  const below = placesIn(shape).map((found) => [...path, ...found]);
  const isAbove =
    around !== undefined && (around.properties.has(key) ? fits(around.properties.get(key)) : hasKey(around, key));
  const close = [...below, ...(isAbove ? [[...path.slice(0, -1), key]] : [])];
  if (close.length > 0) return close;
  const anywhere = placesIn(configShape);
  if (anywhere.length === 0) return anywhere;
  const own = toPointer([...path, key]);
  return anywhere.filter((found) => toPointer(found) !== own);
}

interface FixedPlace {
  readonly path: Path;
  readonly shape: Shape;
}

type FixedPlaces = ReadonlyMap<string, readonly FixedPlace[]>;

/** The places that are the same in every object of a shape, outside of maps and variants, by their last key. */
const fixedPlaces = oncePer((properties: Shape["properties"]) => fixedPlacesIn(properties, []));

function fixedPlacesIn(properties: Shape["properties"], path: Path): FixedPlaces {
  const found = new Map<string, readonly FixedPlace[]>();
  const add = (places: readonly FixedPlace[], name: string): void => {
    found.set(name, found.get(name)?.concat(places) ?? places);
  };
  properties.forEach((shape, key) => {
    const own = path.concat(key);
    add([{ path: own, shape }], key);
    fixedPlacesIn(shape.properties, own).forEach(add);
  });
  return found;
}

function hasKey(shape: Shape, key: string): boolean {
  return shape.properties.has(key) || variantsWith(shape, key).length > 0;
}

/** The tag values whose variant knows a key. */
function variantsWith({ tag }: Shape, key: string): readonly string[] {
  return tag === undefined
    ? []
    : [...tag.variants].filter(([, variant]) => variant.properties.has(key)).map(([value]) => value);
}

/** Which unknown key is probably which missing one: `comand` beside a missing `command` is one mistake. */
export function pairUp(
  unknown: readonly string[],
  absent: readonly string[],
  shape: Shape,
): ReadonlyMap<string, string> {
  const renames = new Map<string, string>();
  if (absent.length === 0) return renames;
  const open = new Set(absent);
  for (const key of unknown) {
    // `key:value` without its space is a name with its value stuck to it.
    const [name = key] = key.split(/[:=]/, 1);
    const alias = aliasOf(name, shape);
    const [close] = open.has(name) ? [name] : suggest(name, open);
    const best = alias?.idiom === undefined && open.has(alias?.key ?? "") ? alias?.key : close;
    if (best === undefined) continue;
    renames.set(key, best);
    open.delete(best);
  }
  return renames;
}

/** The unknown keys of an object that are those of a tagged one which is missing in it, and the name of that. */
export function scatteredKeys(
  unknown: readonly string[],
  absent: readonly string[],
  { properties }: Shape,
  entries: ReadonlyMap<string, Place>,
): { readonly key: string; readonly written: readonly string[] } | undefined {
  for (const key of absent) {
    const { tag } = properties.get(key) ?? {};
    const variant = tag?.variants.get(textOf(entries.get(tag.key)));
    if (tag === undefined || variant === undefined || !unknown.includes(tag.key)) continue;
    return { key, written: unknown.filter((name) => variant.properties.has(name)) };
  }
  return undefined;
}
