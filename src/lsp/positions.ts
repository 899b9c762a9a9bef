/** Offsets of a text as lines and characters of the protocol, which counts UTF-16 units from 0, a byte order mark included. */
import type { Span } from "../toolkit/read/diagnostic/diagnostic.js";
import { lineSpan, positionOf, type Source } from "../toolkit/read/document/source.js";
import type { Position, Range } from "./protocol.js";

export function rangeIn(source: Source, { start, end }: Span): Range {
  return { start: positionIn(source, start), end: positionIn(source, end) };
}

function positionIn(source: Source, offset: number): Position {
  const line = positionOf(source, offset).line - 1;
  const { start, end } = lineIn(source, line);
  return { line, character: Math.max(Math.min(offset, end), start) - start };
}

/** A position past the end of a line, or of the text, becomes that end. */
export function offsetIn(source: Source, { line, character }: Position): number {
  if (line < 0) return 0;
  const { start, end } = lineIn(source, line);
  return Math.min(start + Math.max(character, 0), end);
}

function lineIn(source: Source, line: number): Span {
  const { start, end } = lineSpan(source, line + 1);
  return { start: line === 0 ? 0 : start, end };
}
