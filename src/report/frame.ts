/** The lines of source around a diagnostic, with the marked text underlined. Shows nothing hidden and nothing that moves a cursor. */
import type { Range, Span } from "../diagnostic/diagnostic.js";
import type { Document } from "../document/parse.js";
import { lineSpan } from "../document/source.js";
import { REDACTED } from "../redaction/cover.js";
import type { Redactor } from "../redaction/redactor.js";
import { printable, withoutMarks } from "../text/escape.js";

export interface Frame {
  readonly line: number;
  /** The source line as it may be shown. */
  readonly text: string;
  /** Columns of `text` before the marked part, and of the marked part itself: at least one. */
  readonly indent: number;
  readonly width: number;
}

/** Longer lines are cut around the marked text. */
const WIDEST = 120;
const BEFORE = 50;
const TAB = "    ";

/** In place of a `#` that speaks to a CI system: the columns stay. */
const LOOK_ALIKE = "\uff03";

/** The frame of a range; undefined when the document has no text there. */
export function frameOf(document: Document, range: Range, redactor: Redactor): Frame | undefined {
  const { source } = document;
  const line = lineSpan(source, range.start.line);
  if (line.start === line.end) return undefined;
  const wanted = { start: range.start.offset, end: Math.min(range.end.offset, line.end) };
  const window = windowAround(line, wanted);
  const hidden = redactor.spans(document, window);
  const { text, columnOf } = display(source.text, window, hidden);
  const marked = covering(wanted, hidden);
  const cutBefore = window.start > line.start ? "…" : "";
  const cutAfter = window.end < line.end ? "…" : "";
  const indent = columnOf(marked.start);
  return {
    line: range.start.line,
    text: `${cutBefore}${text}${cutAfter}`.trimEnd(),
    indent: cutBefore.length + indent,
    width: Math.max(columnOf(marked.end) - indent, 1),
  };
}

function windowAround(line: Span, marked: Span): Span {
  if (line.end - line.start <= WIDEST) return line;
  const start = Math.max(line.start, Math.min(marked.start - BEFORE, line.end - WIDEST));
  return { start, end: Math.min(line.end, start + WIDEST) };
}

/** What stands in place of a hidden part is marked as a whole or not at all. */
function covering({ start, end }: Span, hidden: readonly Span[]): Span {
  const touched = hidden.filter((span) => span.start < end && span.end > start);
  return {
    start: Math.min(start, ...touched.map((span) => span.start)),
    end: Math.max(end, ...touched.map((span) => span.end)),
  };
}

/** The text of a window with hidden parts replaced, and the column at which each offset now stands. */
function display(
  source: string,
  window: Span,
  hidden: readonly Span[],
): { text: string; columnOf: (offset: number) => number } {
  let text = "";
  let columns = 0;
  const columnAt = new Map<number, number>();
  let offset = window.start;
  while (offset < window.end) {
    columnAt.set(offset, columns);
    const cover = hidden.find((span) => span.start <= offset && offset < span.end);
    const character = String.fromCodePoint(source.codePointAt(offset) ?? 0);
    const shown = cover !== undefined ? REDACTED : character === "\t" ? TAB : printable(character);
    const next = cover !== undefined ? Math.min(cover.end, window.end) : offset + character.length;
    for (let inside = offset + 1; inside < next; inside += 1) columnAt.set(inside, columns);
    text += shown;
    columns += [...shown].length;
    offset = next;
  }
  return {
    text: withoutMarks(text, LOOK_ALIKE),
    columnOf: (at) => columnAt.get(Math.max(at, window.start)) ?? columns,
  };
}
