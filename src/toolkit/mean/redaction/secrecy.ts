/** The secrecy of a place, by the schema or by its name. A misspelt key counts as the probable one. */

import { mayNameCredential, namesCredential, namesSection } from "../../../text/credential-names.js";
import { suggest } from "../../../text/suggest.js";
import { fitsType } from "../../read/schema/fits.js";
import { type ObjectPlace, type Place, placeOf } from "../../read/schema/place.js";
import type { Shape } from "../../read/schema/shape.js";

/** `secret`: by the schema; `named`: by a name for a credential, although the value may open nothing. */
export type Secrecy = "open" | "named" | "secret";

export interface PlacedSecrecy {
  readonly place: Place;
  readonly secrecy: Secrecy;
}

/** An entry of an object, with the shape of the probable key; `around`: the secrecy of the object. */
export function entryAt(object: ObjectPlace, key: string, around: Secrecy): PlacedSecrecy | undefined {
  const entry = object.entries.get(key);
  if (entry === undefined) return undefined;
  const place = entry.shape === undefined && object.shape !== undefined ? guessed(key, entry, object) : entry;
  return { place, secrecy: secrecyOf(key, place, around) };
}

/** The secrecy of an item of a list; `around`: the secrecy of the list. */
export function itemSecrecy({ shape }: Place, around: Secrecy): Secrecy {
  return shape?.schema["x-secret"] === true ? "secret" : around;
}

/** The secrecy of a value under a name. */
export function secrecyOf(key: string, place: Place, around: Secrecy): Secrecy {
  const { shape } = place;
  if (around === "secret" || isSecret(place)) return "secret";
  if (shape?.schema["x-secret"] === "by-name") return mayNameCredential(key) ? "named" : around;
  if (shape?.types !== undefined && fitsType(place, shape)) return "open";
  const isNamed = mayNameCredential(key) && (place.kind !== "object" || !namesSection(key));
  return isNamed ? "named" : around;
}

/** A single value in place of a list of secrets is secret, and so is one in place of a mapping with a secret in it. */
function isSecret({ kind, shape }: Place): boolean {
  if (shape === undefined || shape.schema["x-secret"] === true) return shape !== undefined;
  if (kind === "object") return false;
  return [shape.items, ...shape.properties.values()].some((inside) => inside?.schema["x-secret"] === true);
}

function ofAllVariants(shape: Shape | undefined): Shape["properties"] {
  const variants = [...(shape?.tag?.variants.values() ?? [])];
  return new Map(variants.flatMap(({ properties }) => [...properties]));
}

/** An unknown key takes the shape of a similar secret key, or else, unless it names a credential itself, of the closest key. */
function guessed(key: string, place: Place, { shape, variant }: ObjectPlace): Place {
  // A key without a letter is not a misspelt name.
  if (!/\p{L}/u.test(key)) return place;
  const known = variant?.properties ?? ofAllVariants(shape);
  const similar = suggest(key, known.keys()).flatMap((name) => known.get(name) ?? []);
  const guess =
    similar.find(({ schema }) => schema["x-secret"] === true) ?? (namesCredential(key) ? undefined : similar[0]);
  return guess === undefined ? place : placeOf(place.node, guess, undefined, place.keySpan);
}
