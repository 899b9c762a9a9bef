/**
 * Plain texts and their values (YAML 1.2, core schema), and texts of several lines after `|` and `>`. The general parser reads those with
 * an indentation indicator or `+`.
 */
import type { Scalar } from "../../node.js";
import { COLON, type Cursor, DASH, decline, GREATER, HASH, NEWLINE, RETURN } from "./cursor.js";

const FLOW_INDICATORS = codesOf(",[]{}");

/** Characters that begin no plain text here: indicators, and characters that are indicators in some places. */
export const INDICATORS = codesOf(" ,[]{}#&*!|>'\"%@`?:-");

/** Skips the part of a plain text on this line. `inFlow`: whether commas and brackets end it. Declines at any other character. */
export function skipPlain(cursor: Cursor, inFlow: boolean): void {
  const { text } = cursor;
  const first = cursor.code();
  const isDash = first === DASH && !cursor.isBlank(1) && !FLOW_INDICATORS.has(cursor.code(1));
  if (cursor.isBlank() || (INDICATORS.has(first) && !isDash)) decline();
  const pattern = inFlow ? PLAIN_IN_FLOW : PLAIN;
  pattern.lastIndex = cursor.at;
  pattern.test(text);
  cursor.at = pattern.lastIndex;
}

/** Words with spaces between them. A `:` belongs to a word if a character follows it, a `#` if one precedes it. */
function plainWithout(ends: string): RegExp {
  const colon = `:(?=[^\\0-\\x20${ends}])`;
  const some = `(?:[^ \\r\\n:${ends}]+|${colon})`;
  return new RegExp(`${some}+(?: +(?:[^ \\r\\n:#${ends}]|${colon})${some}*)*`, "y");
}

/** A plain text on one line, outside of brackets. */
export const PLAIN = plainWithout("");
const PLAIN_IN_FLOW = plainWithout(",[\\]{}");

/** Reads the later lines of a plain text, and returns the whole text as one line. `indent`: the indentation of the parent. */
export function foldPlain(cursor: Cursor, start: number, indent: number): string {
  const { text } = cursor;
  let value = text.slice(start, cursor.at);
  for (;;) {
    const end = cursor.at;
    cursor.spaces();
    let breaks = 0;
    let column = 0;
    while (cursor.code() === NEWLINE || cursor.code() === RETURN) {
      cursor.at += cursor.code() === RETURN ? 2 : 1;
      breaks += 1;
      const line = cursor.at;
      cursor.spaces();
      column = cursor.at - line;
    }
    const isEnd = breaks === 0 || cursor.at === text.length || column <= indent || cursor.code() === HASH;
    if (isEnd) {
      cursor.at = end;
      return value;
    }
    const from = cursor.at;
    if (cursor.code() === DASH) decline();
    skipPlain(cursor, false);
    // A line with a key here may belong to the text or be a mistake.
    if (cursor.code() === COLON) decline();
    value += (breaks === 1 ? " " : "\n".repeat(breaks - 1)) + text.slice(from, cursor.at);
  }
}

/** The value of a plain text. */
export function plainScalar(text: string, start: number, end: number): Scalar {
  const span = { start, end };
  if (isPlainText(text)) return { kind: "scalar", value: text, span };
  const constant = CONSTANTS.get(text);
  if (constant !== undefined) return { kind: "scalar", value: constant, span };
  if (!INTEGER.test(text) && !DECIMAL.test(text)) decline();
  return { kind: "scalar", value: Number(text) + 0, span, digits: text };
}

/** Whether `plainScalar` reads a text as itself. */
export function isPlainText(text: string): boolean {
  if (CONSTANTS.has(text)) return false;
  return !NUMERIC.has(text.charCodeAt(0)) || !(INTEGER.test(text) || DECIMAL.test(text) || OTHER_NUMBER.test(text));
}

const NUMERIC = codesOf("0123456789+-.");

function codesOf(characters: string): ReadonlySet<number> {
  return new Set(Array.from(characters, (character) => character.charCodeAt(0)));
}

const CONSTANTS: ReadonlyMap<string, boolean | null> = new Map([
  ...["~", "null", "Null", "NULL"].map((word) => [word, null] as const),
  ...["true", "True", "TRUE"].map((word) => [word, true] as const),
  ...["false", "False", "FALSE"].map((word) => [word, false] as const),
]);

/** Decimal numbers that a double holds exactly. */
const INTEGER = /^[-+]?[0-9]{1,15}$/;
const DECIMAL = /^[-+]?(?:\.[0-9]+|[0-9]+\.[0-9]*)$/;

/** Other spellings of numbers: more digits, exponents, octal, hexadecimal, infinity. */
const OTHER_NUMBER = /^(?:[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:e[-+]?[0-9]+)?|0[ox][0-9a-f]+|[-+]?\.(?:inf|nan))$/i;

const HEADER = /[|>](-?)(?: +(?:#[^\n]*)?)?\r?\n/y;

/** `indent`: the indentation of the parent; the lines of the text are deeper. Leaves the cursor at the beginning of a line. */
export function readBlockScalar(cursor: Cursor, indent: number): Scalar {
  const { text, at: start } = cursor;
  const isFolded = cursor.code() === GREATER;
  HEADER.lastIndex = start;
  const header = HEADER.exec(text) ?? decline();
  cursor.at = HEADER.lastIndex;
  const { lines, end } = linesBelow(cursor, indent);
  if (lines.length === 0) decline();
  const value = (isFolded ? fold(lines) : lines.join("\n")) + (header[1] === "-" ? "" : "\n");
  return { kind: "scalar", value, span: { start, end } };
}

/** The lines of the text without its indentation, which is that of its first line, and without empty lines at the end. */
function linesBelow(cursor: Cursor, indent: number): { readonly lines: readonly string[]; readonly end: number } {
  const { text } = cursor;
  const lines: string[] = [];
  let own = -1;
  let empty = 0;
  let end = cursor.at;
  while (cursor.at < text.length) {
    const start = cursor.at;
    cursor.spaces();
    const column = cursor.at - start;
    const { stop, next } = lineEnd(text, cursor.at);
    if (stop === cursor.at) {
      // Blanks beyond the indentation of the text belong to the text.
      if (column > (own === -1 ? indent : own)) decline();
      empty += 1;
    } else if (column <= indent) {
      cursor.at = start;
      break;
    } else {
      if (own === -1) own = column;
      if (column < own) decline();
      for (; empty > 0; empty -= 1) lines.push("");
      lines.push(text.slice(start + own, stop));
      end = next;
    }
    cursor.at = next;
  }
  return { lines, end };
}

/** The end of a line, and the beginning of the next one. */
function lineEnd(text: string, from: number): { readonly stop: number; readonly next: number } {
  const newline = text.indexOf("\n", from);
  if (newline === -1) return { stop: text.length, next: text.length };
  const stop = newline > from && text.charCodeAt(newline - 1) === RETURN ? newline - 1 : newline;
  return { stop, next: newline + 1 };
}

/** Lines are joined by spaces; deeper lines stay lines of their own. */
function fold(lines: readonly string[]): string {
  let value = "";
  let joint = "";
  let wasDeeper = false;
  for (const line of lines) {
    if (line === "") {
      if (joint === "\n") value += "\n";
      else joint = "\n";
    } else if (line.startsWith(" ")) {
      value += (joint === " " ? "\n" : joint === "\n" && !wasDeeper ? "\n\n" : joint) + line;
      joint = "\n";
      wasDeeper = true;
    } else {
      value += joint + line;
      joint = " ";
      wasDeeper = false;
    }
  }
  return value;
}
