/** What a place says of the value in it: whether the schema, or a name, makes it secret. A misspelt key counts as the one that was meant. */
import { suggest } from "../../../text/suggest.js";
import { fitsType } from "../../read/schema/fits.js";
import { type ObjectPlace, type Place, placeOf } from "../../read/schema/place.js";
import type { Shape } from "../../read/schema/shape.js";
import { mayNameCredential, namesCredential, namesSection } from "./names.js";

/** `secret`: the schema says so; `named`: it goes by a name for a credential, and may yet open nothing. */
export type Secrecy = "open" | "named" | "secret";

export interface PlacedSecrecy {
  readonly place: Place;
  readonly secrecy: Secrecy;
}

/** An entry of an object, by the key that was probably meant; `around`: how secret the object is. */
export function entryAt(object: ObjectPlace, key: string, around: Secrecy): PlacedSecrecy | undefined {
  const found = object.entries.get(key);
  if (found === undefined) return undefined;
  const place = found.shape === undefined && object.shape !== undefined ? guessed(key, found, object) : found;
  return { place, secrecy: secrecyOf(key, place, around) };
}

/** How secret an item of a list is; `around`: how secret the list is. */
export function itemSecrecy({ shape }: Place, around: Secrecy): Secrecy {
  return shape?.schema["x-secret"] === true ? "secret" : around;
}

/** How secret a value is under a name. */
export function secrecyOf(key: string, place: Place, around: Secrecy): Secrecy {
  const { shape } = place;
  if (around === "secret" || isSecret(place)) return "secret";
  if (shape?.schema["x-secret"] === "by-name") return mayNameCredential(key) ? "named" : around;
  if (shape?.types !== undefined && fitsType(place, shape)) return "open";
  const isNamed = mayNameCredential(key) && (place.kind !== "object" || !namesSection(key));
  return isNamed ? "named" : around;
}

/** One value where a list of secrets belongs is one of them. */
function isSecret({ kind, shape }: Place): boolean {
  return shape?.schema["x-secret"] === true || (kind === "scalar" && shape?.items?.schema["x-secret"] === true);
}

function ofAllVariants(shape: Shape | undefined): Shape["properties"] {
  const variants = [...(shape?.tag?.variants.values() ?? [])];
  return new Map(variants.flatMap(({ properties }) => [...properties]));
}

/** An unknown key is taken for a secret one that it resembles, and else, unless it names a credential itself, for the closest one. */
function guessed(key: string, place: Place, { shape, variant }: ObjectPlace): Place {
  // Without a letter it is none of them misspelt.
  if (!/\p{L}/u.test(key)) return place;
  const known = variant?.properties ?? ofAllVariants(shape);
  const meant = suggest(key, known.keys()).flatMap((name) => known.get(name) ?? []);
  const guess =
    meant.find(({ schema }) => schema["x-secret"] === true) ?? (namesCredential(key) ? undefined : meant[0]);
  return guess === undefined ? place : placeOf(place.node, guess, undefined, place.keySpan);
}
