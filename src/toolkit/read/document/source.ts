/** A text and its lines: turns offsets into lines and columns. Knows no formats. */
import { oncePer } from "../../../text/once.js";
import type { Position, Range, Span } from "../diagnostic/diagnostic.js";

export interface Source {
  /** The name in messages: relative to the working directory, or with `~`. */
  readonly file: string;
  /** The whole text, a byte order mark included. */
  readonly text: string;
}

const BYTE_ORDER_MARK = 0xfeff;

/** The length of the byte order mark at the start, in UTF-16 units: 0 or 1. */
export function markLength(text: string): 0 | 1 {
  return text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0;
}

const BREAK = /\r\n|\n|\r/g;

const startsOf = oncePer(({ text }: Source): readonly number[] => {
  const starts: number[] = [markLength(text)];
  BREAK.lastIndex = 0;
  while (BREAK.test(text)) starts.push(BREAK.lastIndex);
  return starts;
});

/** The position of an offset. A line ends at `\n`, `\r\n` or `\r`. */
export function positionOf(source: Source, offset: number): Position {
  const starts = startsOf(source);
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: Math.max(offset - (starts[low] ?? 0), 0) + 1, offset };
}

/** All lines, without their line breaks. */
export function lineSpans(source: Source): readonly Span[] {
  return startsOf(source).map((_, index) => lineSpan(source, index + 1));
}

/** The range of a span, limited to the text. */
export function rangeOf(source: Source, span: Span): Range {
  const end = Math.min(span.end, source.text.length);
  return { start: positionOf(source, Math.min(span.start, end)), end: positionOf(source, end) };
}

/** The first line of a span, without trailing white space. */
export function firstLine(source: Source, { start, end }: Span): Span {
  const line = lineAround(source, start);
  const shown = source.text.slice(start, Math.min(end, Math.max(line.end, start)));
  return { start, end: start + shown.trimEnd().length };
}

/** The line around an offset, without its line break. */
export function lineAround(source: Source, offset: number): Span {
  return lineSpan(source, positionOf(source, offset).line);
}

/** The span of a line (from 1), without its line break. */
export function lineSpan(source: Source, line: number): Span {
  const starts = startsOf(source);
  const start = starts[line - 1] ?? source.text.length;
  const next = starts[line] ?? source.text.length;
  return { start, end: next - breakBefore(source.text.slice(Math.max(start, next - 2), next)) };
}

/** The line break at an offset; empty without one. */
export function breakAt(text: string, at: number): string {
  return /^(?:\r\n|\n|\r)?/.exec(text.slice(at, at + 2))?.[0] ?? "";
}

/** The length of the line break at the end of a text. */
function breakBefore(end: string): number {
  if (end === "\r\n") return 2;
  return end.endsWith("\n") || end.endsWith("\r") ? 1 : 0;
}
