/**
 * Finds what does not fit the schema: one mistake, one fact.
 * Looks at one layer in the light of all of them: a key that another layer supplies is not missing (S13).
 */
import { keyAt, valueAt } from "../diagnostic/anchor.js";
import { literalOf } from "../text/scan.js";
import { valueAliasOf } from "./alias.js";
import { checkInteger } from "./exact.js";
import type { SchemaFact } from "./facts.js";
import { byteLength, fitsText, fitsType, hasForm, isAllowed, isInRange, isName, isTooLong } from "./fits.js";
import type { ListPlace, ObjectPlace, Place } from "./place.js";
import { repeatedKeys, type Shape } from "./shape.js";
import { readTag } from "./tag.js";
import { nearMisses, pairUp, scatteredKeys, unknownKeyFacts } from "./unknown-key.js";
import { Where } from "./where.js";

/** What else is known when the tree is one layer of several. */
export interface CheckOptions {
  /** The merged tree. */
  readonly whole?: Place | undefined;
  /** Whether this layer is the one to report what is missing in a place of the merged tree. */
  readonly isMine?: (merged: Place) => boolean;
  /** The text that a string will have when the configuration is loaded; undefined while that is not known. */
  readonly literal?: (text: string) => string | undefined;
  /** Whether this is a project, which must not be told to write what is global-only. */
  readonly isProject?: boolean;
}

/** Everything in a tree that the schema does not accept, in the order of the text. Never throws. */
export function check(root: Place, context: CheckOptions = {}): readonly SchemaFact[] {
  const facts: SchemaFact[] = [];
  const { isMine = () => true, literal = literalOf, isProject = false } = context;
  visit(root, new Where(undefined, "", context.whole, undefined), { facts, isMine, literal, isProject });
  return facts;
}

interface Walk extends Required<Omit<CheckOptions, "whole">> {
  readonly facts: SchemaFact[];
}

function visit(place: Place, where: Where, walk: Walk): void {
  const { shape } = place;
  if (shape !== undefined && !fitsType(place, shape)) {
    walk.facts.push({ kind: "wrong-type", at: valueAt(...where.path), place, shape });
  } else if (place.kind === "list") {
    visitItems(place, where, walk);
  } else if (place.kind === "object") {
    visitObject(place, where, walk);
  } else if (shape !== undefined && typeof place.value === "string") {
    visitText(place.value, shape, where, walk);
  } else if (typeof place.value === "number") {
    walk.facts.push(...numberFacts(place, place.value, where));
  }
}

function visitItems({ items }: ListPlace, where: Where, walk: Walk): void {
  items.forEach((item, index) => {
    visit(item, where.item(index), walk);
  });
}

function visitText(written: string, shape: Shape, where: Where, { facts, literal }: Walk): void {
  const value = literal(written);
  if (value === undefined || fitsText(value, shape)) return;
  const at = valueAt(...where.path);
  if (!isAllowed(value, shape))
    facts.push({ kind: "unknown-value", at, value, accepted: shape.values ?? [], alias: valueAliasOf(value, shape) });
  if (!hasForm(value, shape)) facts.push({ kind: "bad-format", at, value, shape, rule: shape.schema["x-rule"] });
  if (isTooLong(value, shape)) {
    facts.push({ kind: "too-long", at, length: byteLength(value), most: shape.schema["x-max-bytes"] ?? 0 });
  }
}

function numberFacts({ shape, node }: Place, value: number, where: Where): readonly SchemaFact[] {
  const isTooFar = shape !== undefined && !isInRange(value, shape);
  if (!isTooFar && Number.isSafeInteger(value)) return [];
  const at = valueAt(...where.path);
  if (isTooFar) return [{ kind: "out-of-range", at, written: String(value), shape }];
  return node.kind === "scalar" ? checkInteger(node, value, shape, at) : [];
}

function visitObject(object: ObjectPlace, where: Where, walk: Walk): void {
  const { shape, variant, entries } = object;
  if (shape === undefined) {
    // A key that nobody knows has been reported; what is in it cannot be judged but for its digits.
    entries.forEach((child, key) => {
      visit(child, where.within(key, undefined), walk);
    });
    return;
  }
  const tag = shape.tag && entries.get(shape.tag.key);
  const hasTag = tag === undefined || (tag.kind === "scalar" && typeof tag.value === "string");
  if (variant !== undefined && hasTag) {
    visitKeys(object, variant, where, walk);
    return;
  }
  const reading = readTag(object, where.path, isMine(where, walk));
  walk.facts.push(...reading.facts);
  if (reading.variant === undefined) return;
  const others = Array.from(entries).filter(([key]) => key !== reading.misspelt && key !== shape.tag?.key);
  const tagless = { ...object, entries: new Map(others) };
  visitKeys(tagless, reading.variant, where, walk, reading.misspelt === undefined && tag === undefined);
}

function isMine({ merged }: Where, walk: Walk): boolean {
  return merged?.kind !== "object" || walk.isMine(merged);
}

/** The keys of an object whose variant, if it has several, is known. `isSaid`: what it lacks has been said. */
function visitKeys(object: ObjectPlace, variant: Shape, where: Where, walk: Walk, isSaid = false): void {
  const { entries, shape } = object;
  // A project's change of variant that did not come about is judged by itself (S32).
  const isRefused = walk.isProject && where.merged?.kind === "object" && where.merged.variant !== variant;
  const merged = where.merged?.kind === "object" && !isRefused ? where.merged.entries : undefined;
  const unknown: string[] = [];
  for (const [key, first] of repeatedKeys(entries, variant)) {
    walk.facts.push({ kind: "repeated-name", at: keyAt(...where.path, key), key, first });
  }
  entries.forEach((child, key) => {
    if (!isName(key, variant)) walk.facts.push(...nameFacts(key, variant, where));
    if (child.shape === undefined) unknown.push(key);
    if (isNullEntry(child, variant)) {
      const isBelow = walk.isProject && merged?.has(key) === true;
      walk.facts.push({ kind: "null-entry", at: valueAt(...where.path, key), key, isBelow, shape: child.shape });
    } else visit(child, where.within(key, shape), walk);
  });
  const required = variant.schema.required ?? [];
  const tag = shape?.tag?.key;
  const absent = required.filter((key) => key !== tag && !entries.has(key) && merged?.has(key) !== true);
  const near = nearMisses(entries, variant);
  if (unknown.length === 0 && absent.length === 0 && near.length === 0) return;
  const scattered = scatteredKeys(unknown, absent, variant, entries);
  const alone = unknown.filter((key) => scattered?.written.includes(key) !== true);
  const renames = pairUp(alone, absent, variant);
  const strange = [...alone, ...near];
  const facts = unknownKeyFacts(strange, renames, object, variant, where, walk.isProject);
  for (const fact of facts) walk.facts.push(fact);
  // Keys of another variant say what was meant: then these are not missing.
  if (isSaid || facts.some(({ kind }) => kind === "foreign-key")) return;
  const renamed = new Set(renames.values());
  const keys = absent.filter((key) => !renamed.has(key));
  if (keys.length === 0 || !(isRefused || isMine(where, walk))) return;
  const written = scattered === undefined ? {} : { scattered: scattered.written };
  walk.facts.push({ kind: "missing-keys", at: keyAt(...where.path), keys, shape: variant, ...written });
}

function nameFacts(key: string, { names }: Shape, { path }: Where): readonly SchemaFact[] {
  if (names === undefined) return [];
  return [{ kind: "bad-name", at: keyAt(...path, key), key, shape: names, rule: names.schema["x-rule"] }];
}

/** Null for an entry of a map, which cannot be unset. */
function isNullEntry(place: Place, variant: Shape): place is Place & { readonly shape: Shape } {
  const { shape } = place;
  const isEntry = shape !== undefined && shape === variant.rest;
  return isEntry && place.kind === "scalar" && place.value === null && !fitsType(place, shape);
}
