/** The lines of source around a diagnostic, with the marked text underlined. Shows no secret and no character that acts on a terminal. */
import { printable, withoutMarks } from "../../../text/escape.js";
import { columnsOf } from "../../../text/width.js";
import { REDACTED } from "../../mean/redaction/cover.js";
import type { Hidden } from "../../mean/redaction/hidden.js";
import type { Range, Span } from "../../read/diagnostic/diagnostic.js";
import type { Document } from "../../read/document/parse.js";
import { lineSpan } from "../../read/document/source.js";

export interface Frame {
  readonly line: number;
  /** The source line, safe to print. */
  readonly text: string;
  /** The number of columns before the marked part, and of the marked part itself: at least one. */
  readonly indent: number;
  readonly width: number;
}

/** Longer lines are cut around the marked text, to this many characters if the width of the terminal is unknown. */
const WIDEST = 120;
const TAB = "    ";

/** The share of the width before the marked text. */
const BEFORE = 5 / 12;

/** Replaces a `#` that a CI system would read as a command. */
const LOOK_ALIKE = "\uff03";

/** The replacement of a stretch of the source. */
interface Piece extends Span {
  readonly shown: string;
}

/** The frame of a range; undefined if the document has no text there. `room`: its width in columns. */
export function frameOf(document: Document, range: Range, hiddenWithin: Hidden, room?: number): Frame | undefined {
  const { source } = document;
  const line = lineSpan(source, range.start.line);
  if (line.start === line.end) return undefined;
  const wanted = { start: range.start.offset, end: Math.min(range.end.offset, line.end) };
  const window = windowAround(source.text, line, wanted, room ?? WIDEST);
  const hidden = hiddenWithin(document, window);
  const marked = covering(wanted, hidden);
  const all = piecesOf(source.text, window, hidden);
  const pieces = room === undefined ? all : fitting(all, marked, room);
  const [start, end] = [pieces[0]?.start ?? window.start, pieces.at(-1)?.end ?? window.end];
  const cutBefore = start > line.start ? "…" : "";
  const cutAfter = end < line.end ? "…" : "";
  // Two pieces may share a CI mark; its replacement is as long.
  const text = withoutMarks(pieces.map(({ shown }) => shown).join(""), LOOK_ALIKE);
  const columnOf = (offset: number): number => {
    const before = pieces.filter((piece) => piece.end <= offset).reduce((sum, { shown }) => sum + shown.length, 0);
    return columnsOf(text.slice(0, before));
  };
  const indent = columnOf(marked.start);
  return {
    line: range.start.line,
    text: `${cutBefore}${text}${cutAfter}`.trimEnd(),
    indent: cutBefore.length + indent,
    width: Math.max(columnOf(marked.end) - indent, 1),
  };
}

/** At most as many characters as columns. Never splits a surrogate pair. */
function windowAround(text: string, line: Span, marked: Span, most: number): Span {
  if (line.end - line.start <= most) return line;
  const first = Math.max(line.start, Math.min(marked.start - Math.floor(most * BEFORE), line.end - most));
  const last = Math.min(line.end, first + most);
  const isInside = (offset: number): boolean => offset > line.start && /^[\udc00-\udfff]$/.test(text[offset] ?? "");
  return { start: isInside(first) ? first + 1 : first, end: isInside(last) ? last - 1 : last };
}

/** The replacement of a hidden part is marked as a whole or not at all. */
function covering({ start, end }: Span, hidden: readonly Span[]): Span {
  const touched = hidden.filter((span) => span.start < end && span.end > start);
  return {
    start: Math.min(start, ...touched.map((span) => span.start)),
    end: Math.max(end, ...touched.map((span) => span.end)),
  };
}

/** The text of a window, with hidden parts replaced and every character safe to print. */
function piecesOf(text: string, window: Span, hidden: readonly Span[]): readonly Piece[] {
  const pieces: Piece[] = [];
  let start = window.start;
  while (start < window.end) {
    const at = start;
    const cover = hidden.find((span) => span.start <= at && at < span.end);
    const character = String.fromCodePoint(text.codePointAt(start) ?? 0);
    const shown = cover !== undefined ? REDACTED : character === "\t" ? TAB : printable(character);
    const end = cover !== undefined ? Math.min(cover.end, window.end) : start + character.length;
    pieces.push({ start, end, shown });
    start = end;
  }
  return pieces;
}

/** As many pieces as fit between the marks of a cut: drops the end first, and then the beginning, up to the marked text. */
function fitting(pieces: readonly Piece[], marked: Span, room: number): readonly Piece[] {
  let excess = pieces.reduce((sum, { shown }) => sum + columnsOf(shown), CUTS - room);
  /** The number of pieces to remove until the rest fits. */
  const surplus = (some: readonly Piece[]): number => {
    const index = some.findIndex(({ shown }) => {
      if (excess <= 0) return true;
      excess -= columnsOf(shown);
      return false;
    });
    return index === -1 ? some.length : index;
  };
  const after = pieces.filter(({ start }) => start >= marked.end);
  const before = pieces.filter(({ end }) => end <= marked.start);
  const inside = pieces.slice(before.length, pieces.length - after.length);
  const last = pieces.length - surplus(after.toReversed());
  const first = surplus(before);
  // The beginning of the marked text.
  return pieces.slice(first, last - surplus(inside.slice(1).toReversed()));
}

/** The marks at both cut ends. */
const CUTS = 2;
