/** Completion at an offset of a text that may be broken: finds the spot, its shape, and the items that fit there. */
import { MAX_SIZE } from "../../toolkit/read/document/encoding.js";
import type { Completion, Known, Typed } from "./completion.js";
import { spotInJson } from "./json.js";
import { keyItems } from "./keys.js";
import { namesOf } from "./names.js";
import { placeAt } from "./place.js";
import { valueItems } from "./values.js";
import { variablesAt } from "./variables.js";
import { spotInYaml } from "./yaml.js";

/** The items in the order to show them: required keys first. Never throws; empty where nothing fits. */
export function completionsAt(typed: Typed, offset: number, known: Known): readonly Completion[] {
  const { text, format } = typed;
  if (text.length > MAX_SIZE || offset < 0 || offset > text.length) return [];
  const spot = format === "yaml" ? spotInYaml(text, offset) : spotInJson(text, offset);
  if (spot === undefined) return [];
  const place = placeAt(spot, typed.scope, known.snapshot);
  if (place === undefined) return [];
  const about = { typed, offset, spot, place, names: namesOf(typed, known), variables: known.variables };
  if (spot.part === "key") {
    const values = spot.isAlone && place.shape.types?.has("object") !== true ? valueItems(about) : [];
    return [...keyItems(about), ...values];
  }
  return variablesAt(about) ?? valueItems(about);
}
