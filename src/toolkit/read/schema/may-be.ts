/** Guesses where a value belongs by its type and its keys. */
import { suggest } from "../../../text/suggest.js";
import { fitsType } from "./fits.js";
import type { Place } from "./place.js";
import type { Shape } from "./shape.js";

/** Whether a key could have this value: it has an accepted type, and an object shares at least one key. */
export function mayBe(place: Place, shape: Shape): boolean {
  if (!fitsType(place, shape)) return false;
  if (place.kind !== "object" || place.entries.size === 0 || shape.rest !== undefined || shape.open) return true;
  return [...place.entries.keys()].some(
    (key) => hasKey(shape, key) || suggest(key, shape.properties.keys()).length > 0,
  );
}

export function hasKey(shape: Shape, key: string): boolean {
  return shape.properties.has(key) || variantsWith(shape, key).length > 0;
}

/** The tag values whose variant knows a key. */
export function variantsWith({ tag }: Shape, key: string): readonly string[] {
  return tag === undefined
    ? []
    : [...tag.variants].filter(([, variant]) => variant.properties.has(key)).map(([value]) => value);
}

/** The shape of a key in an object, in whichever variant has it. */
export function partOf({ properties, tag }: Shape, key: string): Shape | undefined {
  const own = properties.get(key);
  if (own !== undefined || tag === undefined) return own;
  for (const variant of tag.variants.values()) {
    const part = variant.properties.get(key);
    if (part !== undefined) return part;
  }
  return undefined;
}

export function textOf(place: Place | undefined): string {
  return place?.kind === "scalar" ? String(place.value) : "";
}
