/**
 * The outline of a text: its sections, the entries that people named, and their values. Shows only values that the schema lists, numbers,
 * truth values and names of entries; knows one text, and no editor.
 */
import { printable } from "../../text/escape.js";
import { cutTo } from "../../text/width.js";
import type { Redactor } from "../../toolkit/mean/redaction/redactor.js";
import type { Span } from "../../toolkit/read/diagnostic/diagnostic.js";
import type { Document } from "../../toolkit/read/document/parse.js";
import { isAlias } from "../../toolkit/read/document/within.js";
import { type ObjectPlace, type Place, placeOf } from "../../toolkit/read/schema/place.js";
import type { Shape } from "../../toolkit/read/schema/shape.js";
import { within } from "./spans.js";

/** `section`: an object of the schema; `entry`: one whose name the author chose; `value`: any other. */
export interface OutlineSymbol {
  /** Printable, on one line and never empty. */
  readonly name: string;
  readonly kind: "section" | "entry" | "value";
  readonly detail?: string;
  /** From the name to the end of the value. */
  readonly span: Span;
  readonly nameSpan: Span;
  readonly children: readonly OutlineSymbol[];
}

/** The deepest tree of any reader. */
const MOST_LEVELS = 64;

/** The most symbols of one text; more are of no use in an editor. */
const MOST_SYMBOLS = 10_000;

const LONGEST_NAME = 80;
const LONGEST_DETAIL = 40;

/** The outline of a text, in its order; empty for an unreadable one. */
export function symbolsOf({ root, source }: Document, shape: Shape, redactor: Redactor): readonly OutlineSymbol[] {
  if (root === undefined) return [];
  const { text } = source;
  let left = MOST_SYMBOLS;

  const inside = (object: ObjectPlace, around: Span, level: number): readonly OutlineSymbol[] => {
    // The text of an alias is elsewhere.
    if (isAlias(object.node) || level > MOST_LEVELS) return [];
    const symbols: OutlineSymbol[] = [];
    for (const [key, place] of object.entries) {
      const symbol = symbolOf(key, place, object, around, level);
      if (symbol !== undefined) symbols.push(symbol);
    }
    return symbols;
  };

  const symbolOf = (
    key: string,
    place: Place,
    { shape, variant }: ObjectPlace,
    around: Span,
    level: number,
  ): OutlineSymbol | undefined => {
    const { keySpan, node } = place;
    if (keySpan === undefined || left === 0) return undefined;
    left -= 1;
    const { start } = keySpan;
    const end = Math.max(keySpan.end, start + text.slice(start, node.span.end).trimEnd().length);
    const span = within({ start, end }, around);
    const shown = detailOf(key, place, redactor);
    return {
      name: nameOf(key, redactor),
      kind: isEntry(key, variant ?? shape) ? "entry" : place.kind === "object" ? "section" : "value",
      ...(shown === undefined ? {} : { detail: shown }),
      span,
      nameSpan: within(keySpan, span),
      children: place.kind === "object" ? inside(place, span, level + 1) : [],
    };
  };

  const tree = placeOf(root, shape);
  return tree.kind === "object" ? inside(tree, { start: 0, end: text.length }, 1) : [];
}

/** Whether the author chose the name of a key. */
function isEntry(key: string, shape: Shape | undefined): boolean {
  return shape?.rest !== undefined && !shape.properties.has(key);
}

/** A name on one line; white space alone or an empty name would be invisible. */
function nameOf(key: string, redactor: Redactor): string {
  const [name = key] = redactor.path([key]);
  const shown = printable(String(name));
  return shown.trim() === "" ? JSON.stringify(shown) : cutTo(shown, LONGEST_NAME);
}

/** The value of a place in a few characters; for an object, one telling value. */
function detailOf(key: string, place: Place, redactor: Redactor): string | undefined {
  if (place.kind === "list") return place.items.length === 1 ? "1 item" : `${place.items.length} items`;
  if (place.kind === "scalar") return shownOf(key, place, redactor);
  const telling = tellingKey(place);
  const child = telling === undefined ? undefined : place.entries.get(telling);
  return child?.kind === "scalar" && telling !== undefined ? shownOf(telling, child, redactor) : undefined;
}

/** The key that tells most about an object: the one that chooses its variant, or else the first reference. */
function tellingKey({ shape, entries }: ObjectPlace): string | undefined {
  if (shape?.tag !== undefined) return shape.tag.key;
  const isTelling = (key: string): boolean => shape?.properties.get(key)?.schema["x-ref"] !== undefined;
  return [...(shape?.properties.keys() ?? [])].find((key) => entries.has(key) && isTelling(key));
}

/** A value that is harmless by its place; free text may contain secrets, so it is not shown. */
function shownOf(key: string, place: Place & { readonly kind: "scalar" }, redactor: Redactor): string | undefined {
  const { shape, value } = place;
  if (shape?.types === undefined || value === null) return undefined;
  const isListed = shape.values !== undefined || shape.schema["x-ref"] !== undefined;
  if (typeof value === "string" && !isListed) return undefined;
  const shown = redactor.json(place, [key]);
  return shown === value ? cutTo(printable(redactor.text(String(value))), LONGEST_DETAIL) : undefined;
}
