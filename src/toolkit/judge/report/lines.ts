/** Ranges of a document in the units of other programs. */
import type { Span } from "../../read/diagnostic/diagnostic.js";
import type { Document } from "../../read/document/parse.js";
import { lineSpan, positionOf } from "../../read/document/source.js";

/** A position whose column counts bytes of UTF-8, a byte order mark included. */
interface BytePosition {
  readonly line: number;
  readonly column: number;
}

interface ByteRange {
  readonly start: BytePosition;
  readonly end: BytePosition;
}

/** The ranges of spans, in lines and bytes. Counts are remembered, because a line may be very long. */
export function byteRanges({ source }: Document): (span: Span) => ByteRange {
  const { text } = source;
  const counted: number[] = [0];
  const bytesBefore = (offset: number): number => {
    const step = Math.floor(offset / STEP);
    for (let known = counted.length; known <= step; known += 1)
      counted.push((counted[known - 1] ?? 0) + bytesIn(text, (known - 1) * STEP, known * STEP));
    return (counted[step] ?? 0) + bytesIn(text, step * STEP, offset);
  };
  const positionAt = (offset: number): BytePosition => {
    const { line } = positionOf(source, offset);
    const start = line === 1 ? 0 : lineSpan(source, line).start;
    return { line, column: bytesBefore(offset) - bytesBefore(start) + 1 };
  };
  return ({ start, end }) => ({ start: positionAt(start), end: positionAt(end) });
}

/** The number of UTF-16 units that are counted at once. */
const STEP = 1024;

/** The bytes of a stretch of text; one surrogate of a pair counts as two. */
function bytesIn(text: string, start: number, end: number): number {
  let bytes = 0;
  for (let at = start; at < end; at += 1) {
    const unit = text.charCodeAt(at);
    const isHalf = unit >= 0xd800 && unit <= 0xdfff;
    bytes += unit < 0x80 ? 1 : unit < 0x800 || isHalf ? 2 : 3;
  }
  return bytes;
}
