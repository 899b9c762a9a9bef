/** Guards: decides which of two values is stricter. */
import { scan } from "../../../text/scan.js";
import { isObject, type Json } from "../../read/document/data.js";
import { mayBeSubstituted } from "../substitution/find.js";
import type { Change } from "./changes.js";

/** Whether a change weakens a guard. An entry that only the project has guards nothing of its user's. */
export function isWeakened(change: Change): boolean {
  const { shape, entry, now } = change;
  const { "x-stricter": stricter, default: defaultValue = shape.schema["x-usual"] } = shape.schema;
  const old = valueBefore(change);
  const value = now ?? defaultValue;
  if (stricter === undefined || entry?.isOwn === true) return false;
  // A project's command never runs, so its text guards nothing, even if its user has the same one.
  if (holdsCommand(now)) return true;
  if (value === old) return false;
  if (typeof stricter === "boolean") return value === !stricter;
  if (typeof stricter !== "string") return rank(stricter, value) > rank(stricter, old);
  switch (stricter) {
    case "own":
      return true;
    case "lower":
      return typeof value === "number" && typeof old === "number" && value > old;
    case "longer":
      return missing(old, value) > 0 || exceptions(change).length > 0;
    case "shorter":
      return missing(value, old) > 0;
  }
}

export function holdsCommand(value: Json | undefined): boolean {
  const texts = [value].flat().filter(mayBeSubstituted);
  return texts.some((text) => scan(text).parts.some(({ kind }) => kind === "command" || kind === "fallback"));
}

/** Whether a project repeats the user's value, or the default. */
export function isRepeated(change: Change): boolean {
  return JSON.stringify(change.now) === JSON.stringify(valueBefore(change));
}

/** The value without the project: the user's, or the default. */
export function valueBefore({ shape, before }: Change): Json | undefined {
  return before ?? shape.schema.default ?? shape.schema["x-usual"];
}

/**
 * The patterns that a project adds and that begin with `!`, as an exception in an ignore file does. They match no file and except none (S51),
 * so they are no additions, and their author means to weaken the list (S44).
 */
function exceptions({ shape, now, before }: Pick<Change, "shape" | "now" | "before">): readonly Json[] {
  // Secret words are not patterns.
  if (shape.items?.schema["x-secret-word"] === true) return [];
  return without(itemsOf(now), itemsOf(before)).filter(isException);
}

function isException(item: Json): boolean {
  return /^\s*!/.test(String(item));
}

/** The number of items in one list that are missing in the other. */
export function missing(from: Json | undefined, other: Json | undefined): number {
  return without(itemsOf(from), itemsOf(other)).length;
}

/**
 * For a list that is stricter the longer it is: the user's items, and those that the project adds. Undefined for any other guard, and if an
 * item contains a substitution, because a project's substitutions are not resolved.
 */
export function united(change: Change): readonly Json[] | undefined {
  const { shape, now } = change;
  const old = valueBefore(change) ?? [];
  if (shape.schema["x-stricter"] !== "longer" || !Array.isArray(now) || !Array.isArray(old)) return undefined;
  const except = new Set(exceptions(change));
  const list = [...itemsOf(old), ...without(itemsOf(now), itemsOf(old)).filter((item) => !except.has(item))];
  return mayBeSubstituted(JSON.stringify(list)) ? undefined : list;
}

function without(list: readonly Json[], other: readonly Json[]): readonly Json[] {
  const there = new Set(other.map(comparable));
  return list.filter((item) => !there.has(comparable(item)));
}

function itemsOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function comparable(item: Json): string {
  return isObject(item) ? JSON.stringify(item) : String(item);
}

/** The rank of a value; an unlisted value is the least strict. */
function rank(order: readonly string[], value: Json | undefined): number {
  const index = typeof value === "string" ? order.indexOf(value) : 0;
  return index === -1 ? order.length : index;
}
