/** Maps a part of a string value to the part of the source that spells it, through quotes, escapes, folding and block scalars. */
import { oncePer } from "../../../text/once.js";
import type { Span } from "../diagnostic/diagnostic.js";
import type { Node, Scalar } from "./node.js";
import type { Document } from "./parse.js";

/**
 * The source span of part of a string; undefined if the source does not spell it, as with an alias. Folding and indentation change only
 * white space, so the n-th character of the value that is not white space is the n-th one of the source.
 */
export function spanWithin(document: Pick<Document, "source">, scalar: Scalar & Node, part: Span): Span | undefined {
  const { places, solidBefore } = spellingsOf(document)(scalar);
  const length = solidBefore.length - 1;
  const first = places[solidBefore[Math.min(part.start, length)] ?? 0];
  const last = places[(solidBefore[Math.min(part.end, length)] ?? 0) - 1];
  if (first === undefined || last === undefined || isAlias(scalar)) return undefined;
  return { start: scalar.span.start + first.start, end: scalar.span.start + last.end };
}

/** `spanWithin` for a string that is not an alias; a part at either end of the string includes the white space there. */
export function spanOfPart(document: Document, scalar: Scalar, part: Span): Span | undefined {
  const { text } = document.source;
  const { start, end } = scalar.span;
  const length = /^["']/.test(text[start] ?? "") ? 1 : 0;
  const inner = /^[|>]/.test(text[start] ?? "") ? undefined : { start: start + length, end: end - length };
  const isWhole = part.end === String(scalar.value).length;
  if (part.start === 0 && isWhole && inner !== undefined) return inner;
  const within = spanWithin(document, scalar, part);
  if (within === undefined || inner === undefined) return within;
  return { start: part.start === 0 ? inner.start : within.start, end: isWhole ? inner.end : within.end };
}

interface Spelling {
  /** The span in the source of each unit that is not white space. */
  readonly places: readonly Span[];
  /** For each unit of the value: the number of such units before it. */
  readonly solidBefore: Uint32Array;
}

/** Remembered: one long text may have thousands of findings. */
const spellingsOf = oncePer(({ source: { text } }: Pick<Document, "source">) =>
  oncePer(
    ({ span: { start, end }, value }: Scalar): Spelling => ({
      places: placesOf(text.slice(start, end)),
      solidBefore: countsOf(String(value)),
    }),
  ),
);

function countsOf(value: string): Uint32Array {
  const counts = new Uint32Array(value.length + 1);
  for (let at = 0; at < value.length; at += 1) counts[at + 1] = (counts[at] ?? 0) + solid(value[at] ?? "");
  return counts;
}

/** The text of an alias does not spell its value. */
export function isAlias({ origin }: Node): boolean {
  return origin !== undefined;
}

/** The number of UTF-16 units of a text that are not white space. */
function solid(text: string): number {
  return text.replace(/\s/g, "").length;
}

const BLOCK_HEADER = /^[|>][^\n]*\n/;

/** The span of each unit that is not white space in the spelling of a scalar. */
function placesOf(spelling: string): readonly Span[] {
  const header = BLOCK_HEADER.exec(spelling);
  if (header !== null) return unitPlaces(spelling, header[0].length, spelling.length, /\S/uy);
  if (spelling.startsWith("'")) return unitPlaces(spelling, 1, spelling.length - 1, /''|\S/uy);
  if (spelling.startsWith('"')) return unitPlaces(spelling, 1, spelling.length - 1, ESCAPE_OR_CHARACTER);
  return unitPlaces(spelling, 0, spelling.length, /\S/uy);
}

const ESCAPE_OR_CHARACTER = /\\x[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}|\\U[0-9A-Fa-f]{8}|\\[\s\S]|\S/uy;

function unitPlaces(spelling: string, from: number, to: number, unit: RegExp): readonly Span[] {
  const places: Span[] = [];
  let at = from;
  while (at < to) {
    unit.lastIndex = at;
    const [match] = unit.exec(spelling) ?? [];
    const decoded = match === undefined ? "" : decodeUnit(match);
    const length = match?.length ?? 1;
    for (let index = 0; index < solid(decoded); index += 1) places.push({ start: at, end: at + length });
    at += length;
  }
  return places;
}

/** Escapes that stand for white space, or for nothing: an escaped line break joins two lines. */
const WHITE_ESCAPES = /^\\[tnvfr \t\r\n_LP]$/;

function decodeUnit(match: string): string {
  if (!match.startsWith("\\")) return match === "''" ? "'" : match;
  if (WHITE_ESCAPES.test(match)) return "";
  const code = match.length > 2 ? Number.parseInt(match.slice(2), 16) : 0x2e;
  return code > 0x10ffff ? "" : String.fromCodePoint(code);
}
