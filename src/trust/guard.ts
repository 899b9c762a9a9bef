/** Guards: which of two values is the stricter one. */
import { isObject, type Json } from "../document/data.js";
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
      return value !== undefined;
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
  const there = new Set(itemsOf(other).map(comparable));
  return itemsOf(from).filter((item) => !there.has(comparable(item))).length;
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
