/**
 * A reader for the YAML that people write, several times as fast as the general parser, with the same tree and the same spans.
 *
 * It reads mappings and lists in blocks and in brackets, JSON among them, plain and quoted texts also over several lines, block scalars,
 * comments, blank lines, CRLF, a byte order mark and one `---`. It declines anchors, aliases, tags, directives and further documents; tabs
 * and other control characters; keys that are not names, that have a `?` or that lack a value in brackets; numbers that are not plain
 * decimals; escapes with codes; block scalars with an indentation or `+` indicator; deep nesting; and any possible mistake in the syntax.
 * The general parser then reads the text. `test/document/quick.test.ts` compares both readers.
 */
import { MappingBuilder, Notebook, type ParseResult } from "../../builder.js";
import { MAX_DEPTH } from "../../encoding.js";
import type { Node, Scalar } from "../../node.js";
import { markLength } from "../../source.js";
import {
  BAR,
  COLON,
  Cursor,
  DASH,
  DECLINED,
  DOUBLE_QUOTE,
  decline,
  GREATER,
  HASH,
  OPEN_BRACE,
  OPEN_BRACKET,
  SINGLE_QUOTE,
} from "./cursor.js";
import { type Reading, readFlow, readKey } from "./flow.js";
import { readQuoted } from "./quoted.js";
import { foldPlain, plainScalar, readBlockScalar, skipPlain } from "./scalars.js";
import { isUsualName, usualName, usualText } from "./usual.js";

/** Characters with a special meaning in some places: control characters, carriage returns without a line feed, other line ends. */
const UNUSUAL = /[\0-\x09\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufffe\uffff]|\r(?!\n)/;

/** Undefined if the reader declines the text; `onStop` receives the offsets of the section and the entry at that place. */
export function readQuick(text: string, onStop?: (section: number, entry: number) => void): ParseResult | undefined {
  // A byte order mark is accepted only at the beginning of a text.
  if (UNUSUAL.test(text) || text.lastIndexOf("\ufeff") > 0 || !text.isWellFormed()) return undefined;
  const notebook = new Notebook();
  const cursor = new Cursor(text, markLength(text));
  try {
    const root = readDocument({ cursor, notebook });
    return { root, ...notebook };
  } catch (reason) {
    if (reason !== DECLINED) throw reason;
    onStop?.(cursor.section, cursor.entry);
    return undefined;
  }
}

function readDocument(reading: Reading): Node {
  const { cursor, notebook } = reading;
  const { at: start } = cursor;
  START.lastIndex = start;
  cursor.at += START.exec(cursor.text)?.[0].length ?? 0;
  cursor.nextContent();
  if (cursor.column === -1) return new MappingBuilder(notebook).finish({ start, end: start });
  const root = readRoot(reading);
  if (cursor.column !== -1) decline();
  return root;
}

function readRoot(reading: Reading): Node {
  const { cursor } = reading;
  // After a byte order mark, the package counts columns differently.
  if (markLength(cursor.text) > 0 && (isDash(cursor) || cursor.column > 0)) decline();
  if (isDash(cursor)) return readList(reading, MAX_DEPTH);
  if (cursor.code() !== OPEN_BRACE && cursor.code() !== OPEN_BRACKET) return readMapping(reading, MAX_DEPTH);
  const node = readFlow(reading, -1, MAX_DEPTH);
  // A line with this beginning may begin or end a document, even between brackets.
  if (/\n(?:---|\.\.\.|[%#])/.test(cursor.text.slice(node.span.start, node.span.end))) decline();
  cursor.endLine();
  cursor.nextContent();
  return node;
}

/** Matches comments and blank lines up to the mark `---`. */
const START = /(?:(?: *#[^\n]*| *)\r?\n)*---(?: +#[^\n]*| *)\r?\n/y;

function isDash(cursor: Cursor): boolean {
  return cursor.code() === DASH && cursor.isBlank(1);
}

/** Reads a mapping from its first key to the next line that is less deep, and leaves the cursor there. */
function readMapping(reading: Reading, depth: number): Node {
  const { cursor, notebook } = reading;
  const { at: start, column } = cursor;
  if (depth === 0) decline();
  const builder = new MappingBuilder(notebook);
  let end = start;
  while (cursor.column === column && !isDash(cursor)) {
    const { at: from } = cursor;
    const name = usualName(cursor) ?? readKey(cursor, column, false);
    const key = { start: from, end: cursor.end };
    if (depth === MAX_DEPTH) cursor.section = from;
    if (depth === MAX_DEPTH - 1) cursor.entry = from;
    builder.add(name, key, readBelow(reading, column, depth, true));
    end = cursor.end;
  }
  if (cursor.column >= column && !(cursor.column === column && isDash(cursor))) decline();
  return builder.finish({ start, end });
}

function readList(reading: Reading, depth: number): Node {
  const { cursor } = reading;
  const { at: start, column } = cursor;
  if (depth === 0) decline();
  const items: Node[] = [];
  let end = start;
  while (cursor.column === column && isDash(cursor)) {
    cursor.at += 1;
    items.push(readBelow(reading, column, depth, false));
    end = cursor.end;
  }
  if (cursor.column > column) decline();
  return { kind: "sequence", items, span: { start, end } };
}

/** Reads the value after a colon or a dash, on its line or below it. Leaves the cursor after the value, and its end in `cursor.end`. */
function readBelow(reading: Reading, indent: number, depth: number, isValue: boolean): Node {
  const { cursor } = reading;
  const usual = isValue ? usualText(cursor, indent) : undefined;
  if (usual !== undefined) return usual;
  const indicator = cursor.at;
  cursor.spaces();
  const code = cursor.code();
  const isEmpty = cursor.isBlank() || (code === HASH && cursor.at > indicator);
  if (!isEmpty) {
    if (isValue) return isDash(cursor) ? decline() : readLine(reading, indent, depth);
    // A collection on the line of a dash is as deep as its column.
    cursor.column = indent + 1 + cursor.at - indicator;
    return readNested(reading, indent, depth);
  }
  const { at } = cursor;
  cursor.endLine();
  cursor.nextContent();
  const least = isValue && isDash(cursor) ? indent : indent + 1;
  return cursor.column < least ? ended(cursor, emptyAt(at)) : readNested(reading, indent, depth);
}

function emptyAt(at: number): Scalar {
  return { kind: "scalar", value: null, span: { start: at, end: at } };
}

function ended(cursor: Cursor, node: Node): Node {
  cursor.end = node.span.end;
  return node;
}

/** Characters that begin no unquoted key. */
function isInline(code: number): boolean {
  return code === OPEN_BRACE || code === OPEN_BRACKET || code === BAR || code === GREATER;
}

/** Reads a list at a dash, a mapping at a key with a colon, and any other value. */
function readNested(reading: Reading, indent: number, depth: number): Node {
  const { cursor } = reading;
  if (isDash(cursor)) return ended(cursor, readList(reading, depth - 1));
  if (isName(cursor)) return ended(cursor, readMapping(reading, depth - 1));
  return readLine(reading, indent, depth);
}

/** Whether a key and a colon are at the cursor. */
function isName(cursor: Cursor): boolean {
  if (isUsualName(cursor)) return true;
  const { at: start } = cursor;
  const code = cursor.code();
  if (isInline(code)) return false;
  if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE) readQuoted(cursor, -1);
  else skipPlain(cursor, false);
  cursor.spaces();
  const isKey = cursor.code() === COLON && cursor.isBlank(1);
  cursor.at = start;
  return isKey;
}

/** Reads one value that is not a block collection, and the rest of its line. */
function readLine(reading: Reading, indent: number, depth: number): Node {
  const { cursor } = reading;
  const isBlock = cursor.code() === BAR || cursor.code() === GREATER;
  const node = readInline(reading, indent, depth);
  cursor.end = isBlock ? node.span.end : cursor.endLine();
  cursor.nextContent();
  return node;
}

function readInline(reading: Reading, indent: number, depth: number): Node {
  const { cursor } = reading;
  const code = cursor.code();
  switch (code) {
    case OPEN_BRACE:
    case OPEN_BRACKET:
      return readFlow(reading, indent, depth - 1);
    case BAR:
    case GREATER:
      return readBlockScalar(cursor, indent);
    case DOUBLE_QUOTE:
    case SINGLE_QUOTE:
      return readQuoted(cursor, indent);
    default: {
      const start = cursor.at;
      skipPlain(cursor, false);
      if (cursor.code() === COLON) decline();
      const text = foldPlain(cursor, start, indent);
      return plainScalar(text, start, cursor.at);
    }
  }
}
