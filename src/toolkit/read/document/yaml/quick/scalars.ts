/** Plain and quoted texts, and the values of plain ones (YAML 1.2, core schema). */
import type { Scalar } from "../../node.js";
import { COLON, type Cursor, DASH, decline, HASH, NEWLINE, RETURN } from "./cursor.js";

const FLOW_INDICATORS = codesOf(",[]{}");

/** Characters that begin no plain text here: indicators, and characters that are indicators in some places. */
export const INDICATORS = codesOf(" ,[]{}#&*!|>'\"%@`?:-");

/** Moves over the part of a plain text on this line. `inFlow`: whether commas and brackets end it. Declines where none begins. */
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

/** Words with spaces between them. A `:` is part of one where something follows it, a `#` where something stands before it. */
function plainWithout(ends: string): RegExp {
  const colon = `:(?=[^\\0-\\x20${ends}])`;
  const some = `(?:[^ \\r\\n:${ends}]+|${colon})`;
  return new RegExp(`${some}+(?: +(?:[^ \\r\\n:#${ends}]|${colon})${some}*)*`, "y");
}

/** A plain text on one line, outside of brackets. */
export const PLAIN = plainWithout("");
const PLAIN_IN_FLOW = plainWithout(",[\\]{}");

/** Reads the lines of a plain text below its first one, and returns the whole text as one line. `indent`: the indentation of the parent. */
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

/** The first characters of numbers. */
const NUMERIC = codesOf("0123456789+-.");

function codesOf(characters: string): ReadonlySet<number> {
  return new Set(Array.from(characters, (character) => character.charCodeAt(0)));
}

const CONSTANTS: ReadonlyMap<string, boolean | null> = new Map([
  ...["~", "null", "Null", "NULL"].map((word) => [word, null] as const),
  ...["true", "True", "TRUE"].map((word) => [word, true] as const),
  ...["false", "False", "FALSE"].map((word) => [word, false] as const),
]);

/** Decimal numbers that a double surely holds. */
const INTEGER = /^[-+]?[0-9]{1,15}$/;
const DECIMAL = /^[-+]?(?:\.[0-9]+|[0-9]+\.[0-9]*)$/;

/** Other spellings of numbers: more digits, exponents, octal, hexadecimal, infinity. */
const OTHER_NUMBER = /^(?:[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:e[-+]?[0-9]+)?|0[ox][0-9a-f]+|[-+]?\.(?:inf|nan))$/i;
