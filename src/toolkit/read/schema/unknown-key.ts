/** A key that its object does not have: whether another variant or another place has it, and which keys could stand there. */
import { isOfKnownWords, similar } from "../../../text/meaning.js";
import { NONE } from "../../../text/none.js";
import { oncePer } from "../../../text/once.js";
import { type Path, toPointer } from "../../../text/path.js";
import { isSameWord, isSlip, suggest, suggestWords } from "../../../text/suggest.js";
import { keyAt } from "../diagnostic/anchor.js";
import type { Move } from "../edit/move.js";
import { aliasOf, insteadOf, insteadOfMeant, phrasesOf } from "./alias.js";
import type { Nearby, SchemaFact } from "./facts.js";
import { typeAt } from "./fits.js";
import { isFor, knowing, takes, variantOf } from "./known-value.js";
import { mayBe, textOf, variantsWith } from "./may-be.js";
import { inEntries, namedAlike, nearby } from "./nearby.js";
import { together } from "./one-mistake.js";
import type { ObjectPlace, Place } from "./place.js";
import type { Shape } from "./shape.js";
import type { Where } from "./where.js";

/** One fact per mistake; `renames`: the required keys that some of the keys were probably meant to be. */
export function unknownKeyFacts(
  keys: readonly string[],
  renames: ReadonlyMap<string, string>,
  object: ObjectPlace,
  variant: Shape,
  where: Where,
  isProject: boolean,
): readonly SchemaFact[] {
  const { path, merged, around } = where;
  const { shape, entries } = object;
  const tag = shape?.tag?.key ?? "";
  const rule = shape?.schema["x-rule"];
  const allowed = isProject ? withoutGlobalOnly(variant) : variant;
  const outside = isProject && around !== undefined ? where.inside(withoutGlobalOnly(around)) : where;
  const free = [...allowed.properties].filter(([name]) => !entries.has(name));
  const accepted = free.map(([name]) => name);
  const taken = [...allowed.properties.keys()].filter((name) => entries.has(name));
  const isStrict = variant.schema["x-strict"] === true;
  const fittingFor = fittingAmong(free);
  const sureNames = new Set<string>();
  const facts = keys.flatMap((key): SchemaFact | readonly SchemaFact[] => {
    const at = keyAt(...path, key);
    const place = entries.get(key);
    if (place === undefined) return [];
    const elsewhere = shape === undefined ? [] : variantsWith(shape, key);
    if (elsewhere.length > 0 && (!entries.has(tag) || rule !== undefined)) {
      const chosen = textOf(entries.get(tag) ?? (merged?.kind === "object" ? merged.entries.get(tag) : undefined));
      const foreign = { at, key, along: [], tag, chosen, elsewhere };
      return entries.has(tag) ? { kind: "foreign-key", ...foreign, rule } : { kind: "variant-mismatch", ...foreign };
    }
    const required = renames.get(key);
    const takers = fittingFor(place);
    const byValue = required === undefined ? (variantOf(key, place, free) ?? knowing(place, allowed)) : undefined;
    const other = required === undefined ? aliasOf(key, allowed) : undefined;
    const isSure = other?.isListed === true || (byValue === undefined && isFor(place, other, allowed));
    const named = isSure ? other : undefined;
    // An idiom stands for one value: `model` with a mapping below it means `models`.
    const isMap = named?.idiom !== undefined && place.kind === "object";
    const alias = isMap && surelyMeant(key, takers, place, allowed, accepted) !== undefined ? undefined : named;
    const sure =
      alias?.idiom === undefined && byValue === undefined
        ? surelyMeant(key, takers, place, allowed, accepted)
        : undefined;
    const fitting = sure === undefined || takers.includes(sure) ? takers : [...takers, sure];
    const isOther = sure === undefined || sureNames.has(sure) || (alias !== undefined && alias.key !== sure);
    if (!isOther) sureNames.add(sure);
    const others = sure === undefined && byValue === undefined ? nearby(key, place, allowed, object, outside) : [];
    const isGuard = guards(allowed).some((name) => isSlip(key, name) || key.startsWith(`${name}.`));
    const value = variableIn(key, place, allowed);
    const about = { isStrict, required, alias, value, accepted, taken, tag, elsewhere, isGuard, fitting };
    const isText = place.kind === "scalar" && typeof place.value === "string";
    const taking = isText ? takers.filter((name) => takes(place.value, allowed.properties.get(name))) : takers;
    const meant = similar(key, phrasesOf(allowed.properties)).filter((name) => accepted.includes(name));
    const close = meant.filter((name) => taking.includes(name));
    const distant = close.length > 0 || alias !== undefined ? close : meant;
    const guesses = { similar: distant, byValue, takers: taking };
    const isEntry =
      around?.rest !== undefined && place.kind === "object" && place.entries.size > 0 && mayBe(place, around.rest);
    const isTooDeep = isEntry && taken.length > 0;
    const alike = others.length > 0 ? [] : namedAlike(key, place, allowed, path, close.length > 0);
    const isUnexplained = alias === undefined && sure === undefined && byValue === undefined;
    const isNew = isUnexplained && path.length === 0 && [...others, ...alike, ...close].length === 0;
    const instead = insteadOf(key, allowed) ?? (isUnexplained ? insteadOfMeant(key, allowed) : undefined);
    const entryKeys = isNew ? inEntries(key, place) : NONE;
    const more = { ...guesses, entryKeys, nearby: others, namedAlike: alike, instead, isEntry, isTooDeep, along: [] };
    const sibling = { from: at.path, to: [...path.slice(0, -1), key] };
    const apart = isTooDeep && others.length === 0 ? [sibling] : movesInto(others, at.path, object);
    const moves = isOther ? apart : movesTo([...path, sure], at.path, place);
    return { kind: "unknown-key", at, key, place, ...about, ...more, moves };
  });
  return together(facts);
}

/** A scalar under a misspelt name does not move, except for a switch, which may change the meaning of other keys. */
function movesTo(to: Path, from: Path, { kind, ...place }: Place): readonly Move[] {
  return kind === "scalar" && !("value" in place && typeof place.value === "boolean") ? [] : [{ from, to }];
}

/**
 * A value with exactly one other place, above or below, is checked there, if only the mapping on the way is missing; and so are the values in
 * a level too many.
 */
function movesInto(places: readonly Nearby[], from: Path, { entries }: ObjectPlace): readonly Move[] {
  const [only, ...others] = places;
  const own = entries.get(String(from.at(-1)));
  const isBeside = ({ path }: Nearby): boolean => path.length === from.length && isChild(own, path.at(-1));
  if (places.length > 0 && places.every(isBeside))
    return places.map(({ path }) => ({ from: [...from, ...path.slice(-1)], to: path }));
  if (only === undefined || others.length > 0 || only.tags.length > 0) return [];
  const { path: to } = only;
  const parent = toPointer(from.slice(0, -1));
  const isAbove = toPointer(to.slice(0, -1)) === toPointer(from.slice(0, -2));
  const isBelow =
    to.length > from.length &&
    toPointer(to.slice(0, from.length - 1)) === parent &&
    isMapping(entries.get(String(to[from.length - 1])), to.slice(from.length, -1));
  return isAbove || isBelow ? [{ from, to }] : [];
}

function isChild(place: Place | undefined, key: string | number | undefined): boolean {
  return place?.kind === "object" && key !== undefined && place.entries.has(String(key));
}

/** Whether a place and those in it are mappings, as far as they exist. */
function isMapping(place: Place | undefined, [step, ...rest]: Path): boolean {
  if (place === undefined || place.kind !== "object") return place === undefined;
  return step === undefined || isMapping(place.entries.get(String(step)), rest);
}

/** The only name that a key is certainly a slip for. A scalar of a wrong type under that name is another mistake. */
function surelyMeant(
  key: string,
  fitting: readonly string[],
  place: Place,
  { properties }: Shape,
  accepted: readonly string[],
): string | undefined {
  const close = suggest(key, fitting);
  const isScalar = (name: string): boolean =>
    [...(properties.get(name)?.types ?? [])].every((type) => type !== "object" && type !== "array");
  const [only, ...others] =
    close.length > 0 || place.kind !== "scalar" ? close : suggest(key, accepted).filter(isScalar);
  return only !== undefined && others.length === 0 && isMisspelt(key, only) ? only : undefined;
}

/** Whether a key is a slip for a name, and not a name of other words: `max_tools` is no slip for `max_tokens`. */
export function isMisspelt(key: string, name: string): boolean {
  return isSlip(key, name) && (!isOfKnownWords(key) || isSameWord(key, name));
}

const guards = oncePer(({ properties }: Shape): readonly string[] =>
  [...properties].flatMap(([name, { schema }]) => (schema["x-guard"] === true ? [name] : [])),
);

/** The names of those keys that could have a value. If only its type matters, the names are remembered by type. */
function fittingAmong(free: readonly (readonly [string, Shape])[]): (place: Place) => readonly string[] {
  const known = new Map<unknown, readonly string[]>();
  return (place) => {
    const isUsual = place.kind === "scalar" && !(typeof place.value === "number" && !Number.isFinite(place.value));
    const type = isUsual ? typeAt(place) : undefined;
    const names = known.get(type) ?? free.flatMap(([name, child]) => (mayBe(place, child) ? [name] : []));
    if (type !== undefined) known.set(type, names);
    // Each fact gets its own list, because comparisons with a list are counted.
    return [...names];
  };
}

/** The unknown keys of an open object that are similar to one of its own, or that other tools have for one (S28). */
export function nearMisses(entries: ReadonlyMap<string, Place | undefined>, shape: Shape): readonly string[] {
  const { open, properties, schema } = shape;
  return !open || properties.size === 0 || schema["x-opaque"] === true ? NONE : nearKeys(entries, shape);
}

function nearKeys(entries: ReadonlyMap<string, Place | undefined>, shape: Shape): readonly string[] {
  const { properties } = shape;
  const own = [...properties.keys()];
  const isNear = (key: string): boolean =>
    suggest(key, own).length > 0 || suggestWords(key, own).length > 0 || isNamed(key, entries.get(key), shape);
  return [...entries.keys()].filter((key) => !properties.has(key) && isNear(key));
}

/** Whether a key of an open object is another name for one of its own; a name of the same meaning only with a value that suits. */
function isNamed(key: string, place: Place | undefined, shape: Shape): boolean {
  const alias = aliasOf(key, shape);
  if (alias === undefined || place === undefined || alias.isListed) return alias !== undefined;
  const isText = place.kind === "scalar" && typeof place.value === "string";
  return isFor(place, alias, shape) && (!isText || takes(place.value, shape.properties.get(alias.key)));
}

/** The shape without the keys that a project may not write. */
const withoutGlobalOnly = oncePer((shape: Shape): Shape => {
  const properties = [...shape.properties].filter(([, { schema }]) => schema["x-scope"] !== "global");
  return { ...shape, properties: new Map(properties) };
});

/** The idiom of a key whose value is the bare name of a variable. */
export const VARIABLE = "${…}";

/** A variable's bare name as a substitution, for another tool's key that takes such a name. */
function variableIn(key: string, place: Place, shape: Shape): string | undefined {
  const name = textOf(place);
  return aliasOf(key, shape)?.idiom === VARIABLE && /^[A-Za-z_]\w*$/.test(name) ? `\${${name}}` : undefined;
}
