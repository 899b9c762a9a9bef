/** Offsets of a text as lines and characters of the protocol, which counts UTF-16 units from 0, a byte order mark included. */
import { oncePer } from "../text/once.js";
import type { Span } from "../toolkit/read/diagnostic/diagnostic.js";
import type { Source } from "../toolkit/read/document/source.js";
import { type Position, type Range, TextDocument } from "./protocol.js";

const documentOf = oncePer(({ text }: Source) => TextDocument.create("", "", 0, text));

export function rangeIn(source: Source, { start, end }: Span): Range {
  const document = documentOf(source);
  return { start: document.positionAt(start), end: document.positionAt(end) };
}

/** A position past the end of a line, or of the text, is that end. */
export function offsetIn(source: Source, position: Position): number {
  return documentOf(source).offsetAt(position);
}
