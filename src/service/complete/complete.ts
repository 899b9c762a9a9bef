/** Completion at an offset of a text that may be broken: finds the spot, its shape, and the items that fit there. */
import type { Span } from "../../toolkit/read/diagnostic/diagnostic.js";
import { MAX_SIZE } from "../../toolkit/read/document/encoding.js";
import type { Completion, Known, Typed } from "./completion.js";
import { FORMATS } from "./formats.js";
import { keyItems } from "./keys.js";
import { namesOf } from "./names.js";
import { type About, placeAt } from "./place.js";
import { valueItems, variablesAt } from "./values.js";

/** The items in display order: required keys first. Never throws; empty if nothing fits. */
export function completionsAt(typed: Typed, offset: number, known: Known): readonly Completion[] {
  if (typed.text.length > MAX_SIZE || offset < 0 || offset > typed.text.length) return [];
  const prepared = FORMATS[typed.format].meant(typed.text, offset);
  const by = offset - prepared.offset;
  const items = itemsAt({ ...typed, text: prepared.text }, prepared.offset, known);
  return by === 0 ? items : items.map((item) => ({ ...item, span: moved(item.span, by) }));
}

function moved({ start, end }: Span, by: number): Span {
  return { start: start + by, end: end + by };
}

function itemsAt(typed: Typed, offset: number, known: Known): readonly Completion[] {
  const { text, format } = typed;
  const spot = FORMATS[format].spotAt(text, offset);
  if (spot === undefined) return [];
  const place = placeAt(spot, typed, known);
  if (place === undefined) return [];
  const about = { typed, offset, spot, place, names: namesOf(typed, known), variables: known.variables };
  if (spot.part === "value") return variablesAt(about) ?? valueItems(about);
  return [...keyItems(about), ...(spot.isAlone ? valueItems(onOwnLine(about)) : [])];
}

/** A single word on a line of its own may be a value, and an item of a list still needs its dash. */
function onOwnLine(about: About): About {
  const { spot, place } = about;
  const { items } = place.shape;
  if (items === undefined) return about;
  return {
    ...about,
    spot: { ...spot, path: [...spot.path, 0], before: "- " },
    place: { ...place, shape: items, described: place.described?.items },
  };
}
