/** Reports the keys of one object that the schema does not know there, and the required keys that it lacks. */
import { similar } from "../../../text/meaning.js";
import { NONE } from "../../../text/none.js";
import { toPointer } from "../../../text/path.js";
import { suggest } from "../../../text/suggest.js";
import { keyAt } from "../diagnostic/anchor.js";
import { aliasOf, insteadOf, phrasesOf } from "./alias.js";
import type { SchemaFact } from "./facts.js";
import { mayBe, textOf } from "./may-be.js";
import { afterNames, bareTags } from "./misplaced-keys.js";
import type { ObjectPlace, Place } from "./place.js";
import type { Shape } from "./shape.js";
import { unknownKeyFacts, VARIABLE } from "./unknown-key.js";
import type { Where } from "./where.js";

/** The keys of an object with facts about them. */
interface Keys {
  readonly object: ObjectPlace;
  readonly variant: Shape;
  readonly where: Where;
  readonly unknown: readonly string[];
  /** Required keys that no layer has. */
  readonly absent: readonly string[];
  /** Keys of an open object that are close to one of the schema's. */
  readonly near: readonly string[];
  /** Whether to report absent keys here. */
  readonly reportsAbsent: boolean;
}

/** The facts so far, and whether they are about a project. */
interface Report {
  readonly facts: SchemaFact[];
  readonly isProject: boolean;
}

/** Adds the facts about such keys. Several keys with one mistake give one fact. */
export function reportKeys(
  { object, variant, where, unknown, absent, near, reportsAbsent }: Keys,
  report: Report,
): void {
  const { facts, isProject } = report;
  const scattered = scatteredKeys(unknown, absent, variant, object.entries);
  const behind = unknown.length === 0 ? NONE : afterNames(unknown, object, variant, where);
  facts.push(...behind);
  const gathered = unknown.length === 0 ? NONE : gather(unknown, object, where, facts);
  const placed = new Set([...behind.flatMap(({ keys }) => keys), ...gathered, ...(scattered?.written ?? [])]);
  const alone = unknown.filter((key) => !placed.has(key));
  const renames = pairUp(alone, absent, variant, object.entries);
  const strange = [...alone, ...near];
  const isLevel = reportsAbsent && absent.length > 0 && holdsEntries(object, unknown, variant);
  const ofUnknown = isLevel ? NONE : unknownKeyFacts(strange, renames, object, variant, where, isProject);
  const moved = new Set<string>();
  for (const fact of ofUnknown) {
    const lost = reportsAbsent ? absent.filter((key) => isMoved(fact, key, where)) : NONE;
    facts.push(fact.kind === "unknown-key" && lost.length > 0 ? { ...fact, absent: lost } : fact);
    for (const key of lost) moved.add(key);
  }
  // Keys of another variant suggest that variant, so these keys are not missing.
  if (ofUnknown.some(({ kind }) => kind === "foreign-key")) return;
  const renamed = new Set(renames.values());
  const keys = absent.filter((key) => !renamed.has(key) && !moved.has(key));
  if (keys.length === 0 || !reportsAbsent) return;
  const written = scattered === undefined ? {} : { scattered: scattered.written };
  facts.push({ kind: "missing-keys", at: keyAt(...where.path), keys, shape: variant, ...written });
}

/** Whether a key stands in a level too many. */
function isMoved(fact: SchemaFact, key: string, { path }: Where): boolean {
  if (fact.kind !== "unknown-key") return false;
  const to = toPointer([...path, key]);
  return fact.moves.some((move) => move.from.length > fact.at.path.length && toPointer(move.to) === to);
}

/** Whether an object holds only entries like itself: a level too many, which the fact about its missing keys says. */
function holdsEntries({ entries }: ObjectPlace, unknown: readonly string[], { properties }: Shape): boolean {
  if (unknown.length === 0 || unknown.length < entries.size) return false;
  return [...entries.values()].every(
    (child) => child.kind === "object" && [...child.entries.keys()].some((key) => properties.has(key)),
  );
}

/** If a tag stands in place of its mapping, the keys next to it that belong to the mapping join that mistake. */
function gather(unknown: readonly string[], object: ObjectPlace, where: Where, facts: SchemaFact[]): readonly string[] {
  return bareTags(unknown, object, where).flatMap(({ place, keys, moves }) => {
    const index = facts.findLastIndex((fact) => fact.kind === "wrong-type" && fact.place === place);
    const fact = facts[index];
    if (fact?.kind !== "wrong-type") return [];
    facts[index] = { ...fact, gathers: keys, moves };
    return keys;
  });
}

/** Pairs unknown keys with the missing ones they probably mean: `comand` beside a missing `command` is one mistake. */
function pairUp(
  unknown: readonly string[],
  absent: readonly string[],
  shape: Shape,
  entries: ReadonlyMap<string, Place>,
): ReadonlyMap<string, string> {
  const renames = new Map<string, string>();
  if (absent.length === 0) return renames;
  const open = new Set(absent);
  // Nothing else is left for the only unknown key.
  const isLast = (key: string): boolean => {
    const [place, last] = [entries.get(key), shape.properties.get(absent[0] ?? "")];
    if (entries.size < 2 || absent.length > 1 || unknown.length > 1 || place === undefined || last === undefined)
      return false;
    return [...shape.properties.keys()].every((name) => entries.has(name) || open.has(name)) && mayBe(place, last);
  };
  for (const key of unknown) {
    // `key:value` without its space, and `key value` without its colon, is one name that contains the value.
    const [name = key] = key.split(/[:=\s]/, 1);
    const alias = aliasOf(name, shape);
    const [close] = open.has(name) ? [name] : suggest(name, open);
    const isSame = alias?.idiom === undefined || alias.idiom === VARIABLE;
    const instead = insteadOf(name, shape);
    const [like, ...others] = close === undefined ? similar(name, phrasesOf(shape.properties)) : [];
    const meant = like !== undefined && others.length === 0 && open.has(like) ? like : undefined;
    const best =
      isSame && open.has(alias?.key ?? "")
        ? alias?.key
        : (close ??
          absent.find((one) => instead?.includes(`\`${one}: `)) ??
          meant ??
          (instead === undefined && isLast(key) ? absent[0] : undefined));
    if (best === undefined) continue;
    renames.set(key, best);
    open.delete(best);
  }
  return renames;
}

/** The unknown keys of an object that belong to a missing tagged object, and the key of that object. */
function scatteredKeys(
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
