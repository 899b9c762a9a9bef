/** Plain data, and changes of it. */
import type { Path } from "../../src/text/path.js";
import type { Json } from "../../src/toolkit/read/document/data.js";

export type JsonObject = { readonly [key: string]: Json };

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The value with another one at a path, a new key included; undefined takes it out. */
export function put(value: Json, [step, ...rest]: Path, child: Json | undefined): Json {
  if (step === undefined) return child ?? null;
  const isNew = isObject(value) && rest.length === 0 && child !== undefined && !Object.hasOwn(value, String(step));
  const entries = Object.entries(value ?? {}).flatMap(([key, old]: [string, Json]): [string, Json][] => {
    if (key !== String(step)) return [[key, old]];
    if (rest.length === 0) return child === undefined ? [] : [[key, child]];
    return [[key, put(old, rest, child)]];
  });
  if (Array.isArray(value)) return entries.map(([, item]) => item);
  return Object.fromEntries(isNew ? [...entries, [String(step), child]] : entries);
}
