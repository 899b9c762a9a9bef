/** Plain data, as JSON has it. Names are looked up among own properties only: `constructor` is an ordinary name (S8). */
import { itemAt, type Path } from "../../../text/path.js";

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

export type JsonObject = { readonly [key: string]: Json };

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Reads an own property. */
export function own(object: JsonObject | undefined, key: string): Json | undefined {
  return object !== undefined && Object.hasOwn(object, key) ? object[key] : undefined;
}

/** The value at a path; undefined without one. */
export function dataAt(value: Json, path: Path): Json | undefined {
  let at: Json | undefined = value;
  for (const step of path) {
    if (Array.isArray(at)) at = itemAt<Json>(at, step);
    else at = isObject(at) ? own(at, String(step)) : undefined;
  }
  return at;
}

/** Copies data into objects without prototypes, so that a lookup finds only written keys. */
export function withoutPrototypes<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutPrototypes) as Value;
  const bare: Record<string, unknown> = Object.create(null);
  for (const [key, child] of Object.entries(value)) bare[key] = withoutPrototypes(child);
  return bare as Value;
}

/** Paths of the smallest values that differ; lists count as one value. */
export function differences(before: Json | undefined, after: Json | undefined, path: Path = []): readonly Path[] {
  if (isObject(before) && isObject(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...keys].flatMap((key) => differences(own(before, key), own(after, key), [...path, key]));
  }
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [path];
}
