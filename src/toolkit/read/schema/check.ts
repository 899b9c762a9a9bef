/**
 * Checks a tree against the schema: one mistake, one fact. It sees the merged tree of all layers: a key that another layer supplies is not
 * missing (S13).
 */
import { NONE } from "../../../text/none.js";
import { literalOf } from "../../../text/scan.js";
import { switchWord } from "../../../text/switch-word.js";
import { keyAt, valueAt } from "../diagnostic/anchor.js";
import { aliasOf, insteadOf, valueAliasesOf } from "./alias.js";
import { isNullEntry, nameBelow, nameFacts } from "./entry.js";
import { checkInteger, leadingZero } from "./exact.js";
import type { SchemaFact } from "./facts.js";
import { byteLength, fitsText, fitsType, hasForm, isAllowed, isInRange, isName, isTooLong } from "./fits.js";
import { reportKeys } from "./keys.js";
import { hasKey } from "./may-be.js";
import { amongEntries, type Misplaced, ofAnotherMap } from "./misplaced-keys.js";
import type { ListPlace, ObjectPlace, Place, ScalarPlace } from "./place.js";
import { repeatedKeys, type Shape } from "./shape.js";
import { readTag, wrongVariant } from "./tag.js";
import { nearMisses } from "./unknown-key.js";
import { Where } from "./where.js";

/** The context of a tree that is one layer of several. */
export interface CheckOptions {
  /** The merged tree. */
  readonly whole?: Place | undefined;
  /** Whether this layer reports the keys that a place of the merged tree lacks. */
  readonly isMine?: (merged: Place) => boolean;
  /** The text that a string will have when the configuration is loaded; undefined while that is unknown. */
  readonly literal?: (text: string) => string | undefined;
  /** Whether this is a project, whose messages must not advise global-only keys. */
  readonly isProject?: boolean;
}

/** Every part of a tree that the schema does not accept, in the order of the text. Never throws. */
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
    if (shape?.schema["x-switch"] === true && shape.types === undefined && isBit(place.value))
      walk.facts.push({ kind: "switch-word", at: valueAt(...where.path), value: String(place.value) });
    walk.facts.push(...numberFacts(place, place.value, where));
  }
}

function visitItems({ items }: ListPlace, where: Where, walk: Walk): void {
  items.forEach((item, index) => {
    visit(item, where.item(index), walk);
  });
}

/** Names of switches in objects that accept keys outside the schema. */
const SWITCH_NAME = /(?:^|[-_])(?:en|dis)abled?$/;

function visitText(written: string, shape: Shape, where: Where, { facts, literal }: Walk): void {
  const value = literal(written);
  if (shape.types === undefined && isSwitch(shape, where) && switchWord(written)?.isAlways === true)
    facts.push({ kind: "switch-word", at: valueAt(...where.path), value: written });
  if (value === undefined || fitsText(value, shape)) return;
  const at = valueAt(...where.path);
  if (!isAllowed(value, shape))
    facts.push({
      kind: "unknown-value",
      at,
      value,
      accepted: shape.values ?? [],
      aliases: valueAliasesOf(value, shape),
      ...(shape.schema["x-otherwise"] !== undefined && { otherwise: shape.schema["x-otherwise"] }),
    });
  if (!hasForm(value, shape)) facts.push({ kind: "bad-format", at, value, shape, rule: shape.schema["x-rule"] });
  if (isTooLong(value, shape)) {
    facts.push({ kind: "too-long", at, length: byteLength(value), most: shape.schema["x-max-bytes"] ?? 0 });
  }
}

function isBit(value: number): boolean {
  return value === 0 || value === 1;
}

function isSwitch({ schema }: Shape, { path, around }: Where): boolean {
  // An item of a list is never a switch, whatever the name of the list.
  if (typeof path.at(-1) === "number") return false;
  if (schema["x-switch"] === true) return true;
  return around?.open === true && around.schema["x-opaque"] !== true && SWITCH_NAME.test(String(path.at(-1)));
}

function numberFacts({ shape, node }: Place, value: number, where: Where): readonly SchemaFact[] {
  const isTooFar = shape !== undefined && !isInRange(value, shape);
  if (!isTooFar && Number.isSafeInteger(value)) return leadingZero(node, value, shape, where);
  const at = valueAt(...where.path);
  if (isTooFar) return [{ kind: "out-of-range", at, written: String(value), shape }];
  return node.kind === "scalar" ? checkInteger(node, value, shape, at) : [];
}

function visitObject(object: ObjectPlace, where: Where, walk: Walk): void {
  const { shape, variant, entries } = object;
  if (shape === undefined) {
    // The unknown key has its own fact; in its value, only the digits of numbers can be checked.
    for (const [key, child] of entries) {
      visit(child, where.within(key, undefined), walk);
    }
    return;
  }
  const first = where.depth === ENTRY ? entries.values().next().value : undefined;
  const elsewhere = first !== undefined && first.shape === undefined ? ofAnotherMap(object, where) : undefined;
  if (elsewhere !== undefined) {
    walk.facts.push(elsewhere);
    return;
  }
  const tag = shape.tag && entries.get(shape.tag.key);
  const hasTag = tag === undefined || (tag.kind === "scalar" && typeof tag.value === "string");
  if (variant !== undefined && hasTag) {
    const wrong = wrongVariant(object, where);
    if (wrong === undefined) visitKeys(object, variant, where, walk);
    else walk.facts.push(wrong);
    return;
  }
  visitUntagged(object, shape, where, walk);
}

/** Checks an object of unknown variant as if it were of the one that it resembles. */
function visitUntagged(object: ObjectPlace, shape: Shape, where: Where, walk: Walk): void {
  const reading = readTag(object, where.path, isMine(where, walk));
  walk.facts.push(...reading.facts);
  if (reading.variant === undefined) {
    visitForeign(object, shape, where, walk);
    return;
  }
  const others = Array.from(object.entries).filter(
    ([key]) => key !== reading.misspelt && key !== shape.tag?.key && reading.covered?.has(key) !== true,
  );
  const tagless = { ...object, entries: new Map(others) };
  // The keys of a variant that nobody knows are not judged, but their values are.
  if (reading.facts.some(({ kind }) => kind === "unknown-variant")) {
    visitEntries(tagless, reading.variant, where, walk, undefined, NONE);
    return;
  }
  // Keys that a guessed variant requires are not reported as missing.
  visitKeys(tagless, reading.variant, where, walk, reading.misspelt === undefined);
}

/** Checks the keys of other tools in an object whose variant is unknown; a misspelt key may be of either variant. */
function visitForeign(object: ObjectPlace, shape: Shape, where: Where, walk: Walk): void {
  const variants = [...(shape.tag?.variants.values() ?? [])];
  const isForeignTo = (key: string, variant: Shape): boolean =>
    aliasOf(key, variant) !== undefined || insteadOf(key, variant) !== undefined;
  const foreign = [...object.entries].filter(
    ([key]) => !hasKey(shape, key) && variants.some((variant) => isForeignTo(key, variant)),
  );
  const likely = variants.find((variant) => foreign.every(([key]) => isForeignTo(key, variant)));
  if (foreign.length > 0 && likely !== undefined)
    visitKeys({ ...object, entries: new Map(foreign) }, likely, where, walk, true);
}

/** The depth of the entries of sections. */
const ENTRY = 2;

function isMine({ merged }: Where, walk: Walk): boolean {
  return merged?.kind !== "object" || walk.isMine(merged);
}

/** Checks the keys of an object of a known variant. `isSaid`: a fact already covers its missing keys. */
function visitKeys(object: ObjectPlace, variant: Shape, where: Where, walk: Walk, isReported = false): void {
  const { entries } = object;
  // A project's refused change of variant is judged without the lower layer (S32).
  const isRefused = walk.isProject && where.merged?.kind === "object" && where.merged.variant !== variant;
  const merged = where.merged?.kind === "object" && !isRefused ? where.merged.entries : undefined;
  const parts = variant.rest === undefined ? NONE : amongEntries(object, variant.rest, where);
  if (parts.length > 0) for (const part of parts) walk.facts.push(part);
  const repeated = repeatedKeys(entries, variant);
  if (repeated.size > 0)
    for (const [key, first] of repeated)
      walk.facts.push({ kind: "repeated-name", at: keyAt(...where.path, key), key, first });
  const unknown = visitEntries(object, variant, where, walk, merged, parts);
  const { required = NONE } = variant.schema;
  // `every` allocates no function here, and nearly no object lacks a key.
  const absent = required.every(entries.has, entries) ? NONE : absentKeys(object, required, merged);
  const near = nearMisses(entries, variant);
  if (unknown.length === 0 && absent.length === 0 && near.length === 0) return;
  const reportsAbsent = !isReported && (isRefused || isMine(where, walk));
  reportKeys({ object, variant, where, unknown, absent, near, reportsAbsent }, walk);
}

/**
 * Checks the entries of an object, and returns the keys that the schema does not know there. `parts`: mistakes that are already reported.
 */
function visitEntries(
  { entries, shape }: ObjectPlace,
  variant: Shape,
  where: Where,
  walk: Walk,
  merged: ObjectPlace["entries"] | undefined,
  parts: readonly Misplaced[],
): readonly string[] {
  const unknown: string[] = [];
  const apart = parts.length === 0 ? undefined : new Set(parts.flatMap(({ keys }) => keys));
  for (const [key, child] of entries) {
    if (apart?.has(key)) continue;
    const isNamed = isName(key, variant);
    if (!isNamed) walk.facts.push(...nameFacts(key, variant, where));
    if (child.shape === undefined) unknown.push(key);
    if (child.kind === "scalar" && isRight(child, walk)) continue;
    // An invalid name may contain its value: `{ X-Team:web }`.
    if (isNullEntry(child, variant)) {
      if (!isNamed) continue;
      const below = walk.isProject ? nameBelow(key, variant, merged) : undefined;
      walk.facts.push({ kind: "null-entry", at: valueAt(...where.path, key), key, below, shape: child.shape });
    } else visit(child, where.within(key, shape), walk);
  }
  return unknown;
}

/** Whether `visit` certainly reports nothing about a scalar; computed without its location. */
function isRight(place: ScalarPlace, { literal }: Walk): boolean {
  const { shape, value } = place;
  if (typeof value === "number") return false;
  if (shape === undefined) return true;
  if (typeof value !== "string") return fitsType(place, shape);
  if (shape.types?.has("string") !== true) return false;
  const text = literal(value);
  return text === undefined || fitsText(text, shape);
}

/** The required keys that neither the object nor the merged tree has. A missing tag has its own fact. */
function absentKeys(
  { entries, shape }: ObjectPlace,
  required: readonly string[],
  merged: ObjectPlace["entries"] | undefined,
): readonly string[] {
  const tag = shape?.tag?.key;
  return required.filter((key) => key !== tag && !entries.has(key) && merged?.has(key) !== true);
}
