/** Other places for a key that its object does not have: in a mapping inside it, in the one around it, or anywhere in a configuration. */
import { meaningOf, type Phrase, type Phrases, phrases, similar } from "../../../text/meaning.js";
import { NONE } from "../../../text/none.js";
import { oncePer } from "../../../text/once.js";
import { type Path, toPointer } from "../../../text/path.js";
import { isSameWord, MOST_SUGGESTIONS, plainName, suggestWords } from "../../../text/suggest.js";
import { aliasOf } from "./alias.js";
import type { Nearby, NeededTag } from "./facts.js";
import { isName } from "./fits.js";
import { hasKey, mayBe, textOf } from "./may-be.js";
import type { ObjectPlace, Place } from "./place.js";
import { configShape, keyShape, patternOf, type Shape } from "./shape.js";
import type { Where } from "./where.js";

/** The closest places first: below or next to the object; without any, places that exist in every configuration. */
export function nearby(key: string, place: Place, shape: Shape, object: ObjectPlace, where: Where): readonly Nearby[] {
  const { path, around } = where;
  const fits = (candidate: Shape | undefined): boolean => candidate !== undefined && mayBe(place, candidate);
  const placesIn = (whole: Shape): readonly FixedPlace[] =>
    (fixedPlaces(whole.properties).get(key) ?? []).filter((candidate) => fits(candidate.shape));
  const reach = (candidates: readonly FixedPlace[]): readonly Nearby[] =>
    distinct(candidates.flatMap((candidate) => reached(candidate, object, where)));
  // An entry whose keys are all optional, or without a key of its own, may hold entries.
  const isFull =
    (shape.schema.required ?? []).length > 0 && [...object.entries.keys()].some((one) => shape.properties.has(one));
  const mayHold = around?.rest !== undefined && !isFull;
  const inside = joined(shape, key, place, path, !mayHold);
  const apart = reach(inside);
  if (place.kind === "object" && apart.length > 0 && apart.length === place.entries.size) return apart;
  const below = reach([...placesIn(shape), ...strayIn(shape, key, place), ...dotted(shape, key, place), ...inside]);
  const isAbove =
    around !== undefined && (around.properties.has(key) ? fits(around.properties.get(key)) : hasKey(around, key));
  const close = [...below, ...(isAbove ? [placed([...path.slice(0, -1), key])] : [])];
  if (close.length > 0) return close;
  const own = toPointer([...path, key]);
  // One word has too many meanings.
  const isPlain = path.length === 0 && /[a-z][_A-Z-]/.test(key);
  const foreign = isPlain ? (aliasPlaces(configShape.properties).get(plainName(key)) ?? NONE) : NONE;
  const named = placesIn(configShape).filter((candidate) => toPointer(candidate.path) !== own);
  const anywhere = named.length > 0 ? named : foreign.filter((candidate) => fits(candidate.shape));
  // A key with many possible places is no hint.
  return anywhere.length > 2 ? NONE : anywhere.map((candidate) => placed(candidate.path));
}

/**
 * Places inside an object whose names contain all words of a key, or mean the same; or else the places anywhere that do. `hasOther`: whether
 * the object itself has such a key, so that the others must mean the same for sure.
 */
export function namedAlike(key: string, place: Place, shape: Shape, path: Path, hasOther: boolean): readonly Path[] {
  const known = fixedPlaces(shape.properties);
  const isHome = (candidate: FixedPlace): boolean =>
    candidate.path.length > 1 &&
    candidate.tags.length === 0 &&
    (candidate.isIdiom === true || mayBe(place, candidate.shape));
  const below = suggestWords(key, known.keys()).flatMap((name) => (known.get(name) ?? []).filter(isHome));
  const meant = ({ properties }: Shape, least?: number): readonly FixedPlace[] => {
    const all = similar(key, phrasedPlaces(properties), least).filter(isHome);
    // A key with many possible places is no hint.
    const names = new Set(all.map((candidate) => candidate.path.at(-1)));
    return all.length > 2 && names.size === 1 ? NONE : all.slice(0, 2);
  };
  const inside = below.length > 0 ? below : meant(shape, hasOther ? SURE : undefined);
  if (inside.length > 0 || path.length === 0 || hasOther)
    return inside.map((candidate) => [...path, ...candidate.path]);
  return meant(configShape, SURE).map((candidate) => candidate.path);
}

/** The places of a key in the entries of a section, as texts such as `models.<name>.context_window`. */
export function inEntries(key: string, place: Place): readonly string[] {
  const all = similar(key, entryPlaces(configShape.properties), SURE).filter(({ shape }) => mayBe(place, shape));
  const names = [...new Set(all.map(({ path: [section, entry] }) => `${section}.<name>.${entry}`))];
  return names.length > 2 ? NONE : names;
}

const entryPlaces = oncePer((properties: Shape["properties"]): Phrases<FixedPlace> => {
  const entries = [...properties].flatMap(([section, { rest }]) =>
    [rest, ...(rest?.tag?.variants.values() ?? [])].flatMap((shape) =>
      shape === undefined ? NONE : phrasedKeys(section, shape.properties),
    ),
  );
  return phrases(entries);
});

function phrasedKeys(section: string, properties: Shape["properties"]): readonly Phrase<FixedPlace>[] {
  return [...properties].flatMap(([key, shape]) => {
    const aliases = (shape.schema["x-aliases"] ?? []).filter((alias) => !alias.startsWith("!"));
    const thing = { path: [section, key], shape, tags: [] };
    return [key, ...aliases].flatMap((name) =>
      [name, `${section}_${name}`].map((phrase) => ({ thing, meaning: meaningOf(phrase) })),
    );
  });
}

/** How like a key the name of a far place must be. */
const SURE = 0.85;

/** The places in an object, with the meanings of their names: the last key or its alias, alone and behind the keys before it. */
const phrasedPlaces = oncePer(
  (properties: Shape["properties"]): Phrases<FixedPlace> =>
    phrases(
      [...fixedPlaces(properties).values()].flat().flatMap((place) => {
        const before = place.path.slice(0, -1).join("_");
        const aliases = (place.shape.schema["x-aliases"] ?? []).filter((alias) => !alias.startsWith("!"));
        const idioms = Object.keys(place.shape.schema["x-idioms"] ?? {});
        const other: FixedPlace = { ...place, isIdiom: true };
        const phrased = (names: readonly string[], thing: FixedPlace): readonly Phrase<FixedPlace>[] =>
          names.flatMap((name) => [name, `${before}_${name}`].map((phrase) => ({ thing, meaning: meaningOf(phrase) })));
        return [...phrased([String(place.path.at(-1)), ...aliases], place), ...phrased(idioms, other)];
      }),
    ),
);

/** Each path once, without its tags if several variants have it. */
function distinct(all: readonly Nearby[]): readonly Nearby[] {
  const byPath = new Map<string, Nearby>();
  for (const one of all) {
    const pointer = toPointer(one.path);
    byPath.set(pointer, byPath.has(pointer) ? { ...one, tags: [] } : one);
  }
  return [...byPath.values()];
}

function placed(path: Path): Nearby {
  return { path, there: path.length - 1, tags: [] };
}

/** A place inside an existing object: mappings on the way may be missing, but must not be of another variant. */
function reached({ path, tags }: FixedPlace, object: ObjectPlace, { path: around, merged }: Where): readonly Nearby[] {
  let own: Place | undefined = object;
  let lower: Place | undefined = merged;
  for (let depth = 0; depth < path.length; depth += 1) {
    const tag = tags.find((one) => one.depth === depth);
    const value = entryOf(own, tag?.key) ?? entryOf(lower, tag?.key);
    if (tag !== undefined && value !== undefined && textOf(value) !== tag.value) return [];
    const [inOwn, inLower]: readonly (Place | undefined)[] = [entryOf(own, path[depth]), entryOf(lower, path[depth])];
    const isLast = depth === path.length - 1;
    if (isLast ? inOwn !== undefined : inOwn === undefined && inLower === undefined) {
      if (isLast) return [];
      const needed = tags
        .filter((one) => one.depth > depth)
        .map((one) => ({ ...one, depth: one.depth + around.length }));
      return [{ path: [...around, ...path], there: around.length + depth, tags: needed }];
    }
    own = inOwn;
    lower = inLower;
  }
  return [{ path: [...around, ...path], there: around.length + path.length - 1, tags: [] }];
}

function entryOf(place: Place | undefined, key: string | number | undefined): Place | undefined {
  return place?.kind === "object" && key !== undefined ? place.entries.get(String(key)) : undefined;
}

/** Places in maps of an object whose usual names look like the key (`x-stray`), such as variables and headers. */
function strayIn({ properties }: Shape, key: string, place: Place): readonly FixedPlace[] {
  const places: FixedPlace[] = [];
  for (const [name, map] of properties) {
    const { rest, schema } = map;
    if (rest === undefined || schema["x-stray"] === undefined) continue;
    if (patternOf(schema["x-stray"]).test(key) && isName(key, map) && mayBe(place, rest))
      places.push({ path: [name, key], shape: rest, tags: [] });
  }
  return places;
}

/** A path written as one key: `daemon.log_level`. */
function dotted(shape: Shape, key: string, place: Place): readonly FixedPlace[] {
  const path = key.split(".");
  const target = path.reduce<Shape | undefined>((around, step) => around && keyShape(around, step), shape);
  return path.length > 1 && target !== undefined && mayBe(place, target) ? [{ path, shape: target, tags: [] }] : NONE;
}

/** A name written as a key in a mapping: `log: { level: … }` for `log_level`; or below a key that no step of a path is. */
function joined(own: Shape, key: string, place: Place, path: Path, isLevel: boolean): readonly FixedPlace[] {
  if (place.kind !== "object" || place.entries.size > 2 * MOST_SUGGESTIONS) return NONE;
  return [...place.entries].flatMap(([inner, child]) => {
    const word = `${key}_${inner}`;
    const alias = aliasOf(word, own)?.key;
    return [...own.properties].flatMap(([name, shape]) =>
      ((isLevel && inner === name) ||
        [word, `${path.at(-1)}_${word}`].some((one) => isSameWord(one, name)) ||
        alias === name) &&
      mayBe(child, shape)
        ? [{ path: [name], shape, tags: [] }]
        : [],
    );
  });
}

interface FixedPlace extends Pick<Nearby, "path" | "tags"> {
  readonly shape: Shape;
  /** Whether another name stands for this place with a value of its own, so that the written value says nothing. */
  readonly isIdiom?: true;
}

/** The places in sections, by the names that other tools have for their keys. */
const aliasPlaces = oncePer((properties: Shape["properties"]): FixedPlaces => {
  const byName = new Map<string, readonly FixedPlace[]>();
  for (const place of [...fixedPlaces(properties).values()].flat()) {
    if (place.path.length < 2 || place.tags.length > 0) continue;
    for (const alias of place.shape.schema["x-aliases"] ?? []) {
      const name = plainName(alias);
      if (!alias.startsWith("!")) byName.set(name, (byName.get(name) ?? []).concat(place));
    }
  }
  return byName;
});

type FixedPlaces = ReadonlyMap<string, readonly FixedPlace[]>;

/** The places in an object of a shape, outside of maps, by their last key. */
const fixedPlaces = oncePer((properties: Shape["properties"]) => fixedPlacesIn(properties, [], []));

function fixedPlacesIn(properties: Shape["properties"], path: Path, tags: readonly NeededTag[]): FixedPlaces {
  const byKey = new Map<string, readonly FixedPlace[]>();
  const add = (name: string, places: readonly FixedPlace[]): void => {
    byKey.set(name, byKey.get(name)?.concat(places) ?? places);
  };
  for (const [key, shape] of properties) {
    const own = [...path, key];
    const { tag } = shape;
    add(key, [{ path: own, shape, tags }]);
    for (const [name, places] of fixedPlacesIn(shape.properties, own, tags)) add(name, places);
    if (tag === undefined) continue;
    for (const [value, variant] of tag.variants) {
      const needed = [...tags, { depth: own.length, key: tag.key, value }];
      for (const [name, places] of fixedPlacesIn(variant.properties, own, needed))
        if (name !== tag.key) add(name, places);
    }
  }
  return byKey;
}
