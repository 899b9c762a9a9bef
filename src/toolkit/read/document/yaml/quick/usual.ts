/**
 * Reads the usual line, a name of letters and a plain text up to the end of the line, with one expression for each. Any other line stays
 * unread, and the other files of this folder read it character by character. Reading every line that way took a fifth longer for 5,000
 * lines.
 */
import type { Scalar } from "../../node.js";
import { type Cursor, HASH, NEWLINE, RETURN, SPACE } from "./cursor.js";
import { INDICATORS, isPlainText, PLAIN, plainScalar } from "./scalars.js";

const NAME = /[A-Za-z_][\w-]{0,99}(?=:[ \n])/y;

/** Whether such a name and its colon are at the cursor. */
export function isUsualName({ text, at }: Cursor): boolean {
  NAME.lastIndex = at;
  return NAME.test(text);
}

/** Such a name, and its colon. Leaves the end of the name in `cursor.end`. */
export function usualName(cursor: Cursor): string | undefined {
  const { text, at } = cursor;
  if (!isUsualName(cursor)) return undefined;
  const end = NAME.lastIndex;
  const name = text.slice(at, end);
  if (!isPlainText(name)) return undefined;
  cursor.end = end;
  cursor.at = end + 1;
  return name;
}

/** Such a text after a colon. Only if the next line holds another value and is indented: documents begin and end at the margin. */
export function usualText(cursor: Cursor, indent: number): Scalar | undefined {
  const { text } = cursor;
  const start = cursor.at + 1;
  if (text.charCodeAt(cursor.at) !== SPACE || INDICATORS.has(text.charCodeAt(start))) return undefined;
  PLAIN.lastIndex = start;
  PLAIN.test(text);
  const end = PLAIN.lastIndex;
  if (end === 0 || text.charCodeAt(end) !== NEWLINE) return undefined;
  let next = end + 1;
  while (text.charCodeAt(next) === SPACE) next += 1;
  const column = next - end - 1;
  if (column === 0 || column > indent || isNoValue(text.charCodeAt(next))) return undefined;
  cursor.at = next;
  cursor.column = column;
  cursor.end = end + 1;
  return plainScalar(text.slice(start, end), start, end);
}

function isNoValue(code: number): boolean {
  return code === NEWLINE || code === RETURN || code === HASH || Number.isNaN(code);
}
