/** Entries of a map: the form of their names, their spelling in a lower layer, and entries that are null. */
import { keyAt } from "../diagnostic/anchor.js";
import type { SchemaFact } from "./facts.js";
import { fitsType } from "./fits.js";
import type { Place } from "./place.js";
import type { Shape } from "./shape.js";
import type { Where } from "./where.js";

export function nameFacts(key: string, { names }: Shape, { path }: Where): readonly SchemaFact[] {
  if (names === undefined) return [];
  return [{ kind: "bad-name", at: keyAt(...path, key), key, shape: names, rule: names.schema["x-rule"] }];
}

/** The spelling of an entry's name in a lower layer. */
export function nameBelow(
  key: string,
  { schema }: Shape,
  merged: ReadonlyMap<string, unknown> | undefined,
): string | undefined {
  if (merged === undefined || merged.has(key)) return merged && key;
  if (schema["x-ignore-case"] !== true) return undefined;
  return [...merged.keys()].find((name) => name.toLowerCase() === key.toLowerCase());
}

/** Whether a place is null and an entry of a map, which cannot be unset. */
export function isNullEntry(place: Place, variant: Shape): place is Place & { readonly shape: Shape } {
  const { shape } = place;
  const isEntry = shape !== undefined && shape === variant.rest;
  return isEntry && place.kind === "scalar" && place.value === null && !fitsType(place, shape);
}
