/** Stretches of a document as other programs count them. */
import type { Range, Span } from "../diagnostic/diagnostic.js";
import type { Document } from "../document/parse.js";
import { lineSpan, rangeOf } from "../document/source.js";

/** A position whose column counts bytes of UTF-8, a byte order mark included. */
interface BytePosition {
  readonly line: number;
  readonly column: number;
}

/** Where a stretch begins and ends, in lines and bytes. */
export function byteRange(
  { source }: Document,
  span: Span,
): { readonly start: BytePosition; readonly end: BytePosition } {
  const { start, end }: Range = rangeOf(source, span);
  const position = ({ line, offset }: Range["start"]): BytePosition => {
    const from = line === 1 ? 0 : lineSpan(source, line).start;
    return { line, column: new TextEncoder().encode(source.text.slice(from, offset)).length + 1 };
  };
  return { start: position(start), end: position(end) };
}
