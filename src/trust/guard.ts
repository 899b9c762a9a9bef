/** Guards: which of two values is the stricter one. */
import { isObject, type Json } from "../document/data.js";
import { mayBeSubstituted } from "../substitution/find.js";
import type { Change } from "./changes.js";

/** Whether a change makes a guard weaker. In an entry of the project's own there is nothing of its user's to guard. */
export function isWeakened(change: Change): boolean {
  const { shape, entry, now } = change;
  const { "x-stricter": stricter, default: standing } = shape.schema;
  const old = valueBefore(change);
  const value = now ?? standing;
  if (stricter === undefined || entry?.isOwn === true || value === old) return false;
  if (typeof stricter === "boolean") return value === !stricter;
  if (typeof stricter !== "string") return rank(stricter, value) > rank(stricter, old);
  switch (stricter) {
    case "own":
      return true;
    case "lower":
      return typeof value === "number" && typeof old === "number" && value > old;
    case "longer":
      return missing(old, value) > 0;
    case "shorter":
      return missing(value, old) > 0;
  }
}

/** What holds without the project, by its user's word or by default. */
export function valueBefore({ shape, before }: Change): Json | undefined {
  return before ?? shape.schema.default;
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
  const old = valueBefore(change);
  if (shape.schema["x-stricter"] !== "longer" || !Array.isArray(now) || !Array.isArray(old)) return undefined;
  const list = [...itemsOf(old), ...without(itemsOf(now), itemsOf(old))];
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
