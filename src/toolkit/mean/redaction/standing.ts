/** What a place says of the value in it: whether the schema, or a name, makes it secret. A misspelt key counts as the one that was meant. */
import { suggest } from "../../../text/suggest.js";
import { fitsType } from "../../read/schema/fits.js";
import { type ObjectPlace, type Place, placeOf } from "../../read/schema/place.js";
import type { Shape } from "../../read/schema/shape.js";
import { mayNameCredential, namesCredential, namesSection } from "./names.js";

/** `secret`: the schema says so; `named`: it goes by a name for a credential, and may yet open nothing. */
export type Standing = "open" | "named" | "secret";

export interface Standpoint {
  readonly place: Place;
  readonly standing: Standing;
}

/** An entry of an object, by the key that was probably meant; `around`: how the object stands. */
export function entryAt(object: ObjectPlace, key: string, around: Standing): Standpoint | undefined {
  const found = object.entries.get(key);
  if (found === undefined) return undefined;
  const place = found.shape === undefined && object.shape !== undefined ? guessed(key, found, object) : found;
  return { place, standing: standingOf(key, place, around) };
}

/** How an item of a list stands, whose list stands somehow itself. */
export function itemStanding({ shape }: Place, around: Standing): Standing {
  return shape?.schema["x-secret"] === true ? "secret" : around;
}

/** How a value stands under a name. */
export function standingOf(key: string, place: Place, around: Standing): Standing {
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
