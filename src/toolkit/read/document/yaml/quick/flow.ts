/** Lists and mappings in brackets, on one line or over several. */
import { MappingBuilder, type Notebook } from "../../builder.js";
import type { Node } from "../../node.js";
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  type Cursor,
  DOUBLE_QUOTE,
  decline,
  HASH,
  NEWLINE,
  OPEN_BRACE,
  OPEN_BRACKET,
  RETURN,
  SINGLE_QUOTE,
} from "./cursor.js";
import { readQuoted } from "./quoted.js";
import { isPlainText, plainScalar, skipPlain } from "./scalars.js";

/** The data that all collections of a text share. */
export interface Reading {
  readonly cursor: Cursor;
  readonly notebook: Notebook;
}

/**
 * `indent`: the indentation of the parent; the lines inside are deeper, and the closing bracket of an outermost collection may be as deep.
 * `depth`: the number of levels that may still open inside.
 */
export function readFlow(reading: Reading, indent: number, depth: number, isInner = false): Node {
  const { cursor, notebook } = reading;
  if (depth === 0) decline();
  const start = cursor.at;
  const isMapping = cursor.code() === OPEN_BRACE;
  const close = isMapping ? CLOSE_BRACE : CLOSE_BRACKET;
  const skip = (): void => skipBlank(cursor, indent, isInner ? undefined : close);
  const builder = new MappingBuilder(notebook);
  const items: Node[] = [];
  cursor.at += 1;
  skip();
  while (cursor.code() !== close) {
    if (isMapping) {
      const { at: from } = cursor;
      const name = readKey(cursor, indent);
      const key = { start: from, end: cursor.end };
      skipBlank(cursor, indent);
      builder.add(name, key, readValue(reading, indent, depth));
    } else items.push(readValue(reading, indent, depth));
    skip();
    if (cursor.code() === close) break;
    if (cursor.code() !== COMMA) decline();
    cursor.at += 1;
    skip();
  }
  cursor.at += 1;
  const span = { start, end: cursor.at };
  return isMapping ? builder.finish(span) : { kind: "sequence", items, span };
}

function readValue(reading: Reading, indent: number, depth: number): Node {
  const { cursor } = reading;
  const code = cursor.code();
  if (code === OPEN_BRACE || code === OPEN_BRACKET) return readFlow(reading, indent, depth - 1, true);
  if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE) return readQuoted(cursor, indent);
  const start = cursor.at;
  skipPlain(cursor, true);
  return plainScalar(cursor.text.slice(start, cursor.at), start, cursor.at);
}

/** Reads a key, and the colon after it on its line. Leaves the end of the key in `cursor.end`. */
export function readKey(cursor: Cursor, indent: number, inFlow = true): string {
  const { text, at: start } = cursor;
  const isQuoted = cursor.code() === DOUBLE_QUOTE || cursor.code() === SINGLE_QUOTE;
  const name = isQuoted ? String(readQuoted(cursor, indent).value) : plainName(cursor, inFlow);
  const end = cursor.at;
  cursor.end = end;
  cursor.spaces();
  const isColon = cursor.code() === COLON && (cursor.isBlank(1) || (inFlow && isQuoted && end === cursor.at));
  const isLong = end - start > LONGEST_KEY || (isQuoted && text.slice(start, end).includes("\n"));
  if (!isColon || isLong) decline();
  cursor.at += 1;
  return name;
}

/** The longest text that may be a key: a parser looks no further for the colon. */
const LONGEST_KEY = 1000;

function plainName(cursor: Cursor, inFlow: boolean): string {
  const start = cursor.at;
  // Characters that look like spaces and are not.
  if (cursor.code() > 127 && /^[\s\ufeff]/.test(cursor.text.charAt(start))) decline();
  skipPlain(cursor, inFlow);
  const name = cursor.text.slice(start, cursor.at);
  return name === "<<" || !isPlainText(name) ? decline() : name;
}

/**
 * Skips white space, line breaks and comments between brackets. Every line is deeper than the parent; a line that begins with `close` may
 * be as deep.
 */
function skipBlank(cursor: Cursor, indent: number, close?: number): void {
  for (let isNewLine = false; ; ) {
    const start = cursor.at;
    cursor.spaces();
    const code = cursor.code();
    if (code === NEWLINE) cursor.at += 1;
    else if (code === RETURN) cursor.at += 2;
    else if (code === HASH) {
      if (cursor.at === start && !isNewLine) decline();
      cursor.skipLine();
    } else {
      const least = code === close ? indent : indent + 1;
      if (isNewLine && cursor.at - start < least) decline();
      return;
    }
    isNewLine = true;
  }
}
