/** The places for an editor's marks: spans inside another one or on one line, and the offset after a value. */
import type { Span } from "../../toolkit/read/diagnostic/diagnostic.js";
import { firstLine, type Source } from "../../toolkit/read/document/source.js";
import type { Place } from "../../toolkit/read/schema/place.js";

/** The part of a span inside another one. */
export function within({ start, end }: Span, around: Span): Span {
  const from = Math.min(Math.max(start, around.start), around.end);
  return { start: from, end: Math.min(Math.max(end, from), around.end) };
}

/** From the first character of a line that is not white space to the last. */
const LINE = /\S(?:[^\r\n]*\S)?/g;

/** A span without its line breaks: one for each line with text, without the white space at its ends. */
export function linesOf(text: string, { start, end }: Span): readonly Span[] {
  return Array.from(text.slice(start, end).matchAll(LINE), ({ index, 0: { length } }) => ({
    start: start + index,
    end: start + index + length,
  }));
}

/** Marks in the order of the text. The text of an anchor is marked once, however many aliases it has. */
export function inOrder<Mark extends { readonly span: Span }>(marks: readonly Mark[]): readonly Mark[] {
  const sorted = marks.toSorted((a, b) => a.span.start - b.span.start);
  return sorted.filter(({ span }, index) => span.start >= (sorted[index - 1]?.span.end ?? 0));
}

/** The offset after a value on its first line, or after its key's colon if it begins on a later line. */
export function afterValue(source: Source, { node: { span }, keySpan }: Place): number {
  const { text } = source;
  if (keySpan === undefined) return firstLine(source, span).end;
  const between = text.slice(keySpan.end, Math.max(span.start, keySpan.end));
  if (!/[\r\n]/.test(between)) return Math.max(firstLine(source, span).end, keySpan.end);
  const sign = /^[ \t]*:/.exec(between)?.[0].length ?? 0;
  return keySpan.end + sign;
}
