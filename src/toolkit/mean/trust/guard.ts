/** Guards: which of two values is the stricter one. */
import { scan } from "../../../text/scan.js";
import { isObject, type Json } from "../../read/document/data.js";
import { mayBeSubstituted } from "../substitution/find.js";
import type { Change } from "./changes.js";

/** Whether a change makes a guard weaker. In an entry of the project's own there is nothing of its user's to guard. */
export function isWeakened(change: Change): boolean {
  const { shape, entry, now } = change;
  const { "x-stricter": stricter, default: standing = shape.schema["x-usual"] } = shape.schema;
  const old = valueBefore(change);
  const value = now ?? standing;
  if (stricter === undefined || entry?.isOwn === true) return false;
  // A command of a project's never runs, so that its text guards nothing, not even where its user has the same.
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
      return missing(old, value) > 0 || exceptions(change).length > 0 || isReordered(old, value);
    case "shorter":
      return missing(value, old) > 0;
  }
}

function holdsCommand(value: Json | undefined): boolean {
  const texts = [value].flat().filter(mayBeSubstituted);
  return texts.some((text) => scan(text).parts.some(({ kind }) => kind === "command" || kind === "fallback"));
}

/** Whether a project says the same as its user, or as the default. */
export function isRepeated(change: Change): boolean {
  return JSON.stringify(change.now) === JSON.stringify(valueBefore(change));
}

/** What holds without the project, by its user's word or by default. */
export function valueBefore({ shape, before }: Change): Json | undefined {
  return before ?? shape.schema.default ?? shape.schema["x-usual"];
}

/** What a project adds to a list of patterns that takes something out of it: an ignore file reads `!.env` as "but not this one". */
export function exceptions({ shape, now, before }: Pick<Change, "shape" | "now" | "before">): readonly Json[] {
  // A secret word is no pattern.
  if (shape.items?.schema["x-secret-word"] === true) return [];
  return without(itemsOf(now), itemsOf(before)).filter(isException);
}

/** Whether patterns that take something out of a list stand elsewhere among the others: the last one decides. */
function isReordered(old: Json | undefined, value: Json | undefined): boolean {
  if (!itemsOf(old).some(isException)) return false;
  const there = new Set(itemsOf(old).map(comparable));
  const kept = itemsOf(value)
    .map(comparable)
    .filter((item) => there.has(item));
  return kept.join("\n") !== itemsOf(old).map(comparable).join("\n");
}

function isException(item: Json): boolean {
  return /^\s*!/.test(String(item));
}

/** How many items of one list another one lacks. */
export function missing(from: Json | undefined, other: Json | undefined): number {
  return without(itemsOf(from), itemsOf(other)).length;
}

/**
 * For a list that is stricter the longer it is: what its user has, and what the project adds to it. Undefined for any other guard, and
 * where an item is only known once it is resolved, as nothing of a project's is.
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

/** What is not listed is not stricter than anything. */
function rank(order: readonly string[], value: Json | undefined): number {
  const index = typeof value === "string" ? order.indexOf(value) : 0;
  return index === -1 ? order.length : index;
}
