/** What a value could be by its type and its keys, while nothing else is known of where it belongs. */
import { suggest } from "../../../text/suggest.js";
import { fitsType } from "./fits.js";
import type { Place } from "./place.js";
import type { Shape } from "./shape.js";

/** Whether a key could have this value: one of its type, and where it is an object, with at least one of its keys. */
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

/** What a key means in an object, in whichever variant has it. */
export function partOf({ properties, tag }: Shape, key: string): Shape | undefined {
  const own = properties.get(key);
  if (own !== undefined || tag === undefined) return own;
  for (const variant of tag.variants.values()) {
    const found = variant.properties.get(key);
    if (found !== undefined) return found;
  }
  return undefined;
}

export function textOf(place: Place | undefined): string {
  return place?.kind === "scalar" ? String(place.value) : "";
}
