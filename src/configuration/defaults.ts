/** Fills in what the schema says holds when nothing is written (S15). */
import type { Json, JsonObject } from "../document/node.js";
import type { Shape } from "../schema/shape.js";
import { variantOf } from "../schema/shape.js";

/** The value with every default in place, in the order: what was written, then defaults. */
export function withDefaults(value: Json, shape: Shape): Json {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const object = value as JsonObject;
  const variant = variantOf(shape, shape.tag === undefined ? undefined : object[shape.tag.key]);
  if (variant === undefined || shape.schema["x-opaque"]) return value;
  const entries = Object.entries(object).flatMap(([key, child]): [string, Json][] => {
    const childShape = variant.properties.get(key) ?? variant.rest;
    if (childShape === undefined) return [[key, child]];
    return isUnset(child, childShape) ? [] : [[key, withDefaults(child, childShape)]];
  });
  const written = new Set(entries.map(([key]) => key));
  const absent = [...variant.properties].filter(([key]) => !written.has(key));
  const defaults = absent.flatMap(([key, child]): [string, Json][] => {
    const standing = defaultOf(child);
    return standing === undefined ? [] : [[key, standing]];
  });
  return Object.fromEntries([...entries, ...defaults]);
}

/** A zero that means the same as nothing (S24). */
function isUnset(value: Json, { schema }: Shape): boolean {
  return value === 0 && schema["x-zero"] === "unset";
}

/** What holds for an absent key: its own default, or an object of the defaults inside it. Undefined where nothing does. */
function defaultOf(shape: Shape): Json | undefined {
  if (shape.schema.default !== undefined) return withDefaults(shape.schema.default, shape);
  if (shape.tag !== undefined || shape.properties.size === 0 || shape.schema.required !== undefined) return undefined;
  const filled = withDefaults({}, shape) as JsonObject;
  return Object.keys(filled).length === 0 ? undefined : filled;
}
