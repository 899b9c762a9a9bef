/**
 * The reader of `package.ts` for the command line. For a long text with half a key, as an editor sends it, it parses only the entry of that
 * key.
 */
import type { ParseResult } from "../builder.js";
import { yamlComments as comments } from "./comments.js";
import { compose } from "./compose.js";
import { readGeneral as read, unreadable } from "./general.js";
import { lineEnd } from "./guess.js";
import { Stop } from "./problems.js";
import { readQuick } from "./quick/reader.js";
import { LARGEST } from "./slip.js";

/** @public The bundle imports it by name. */
export const yamlComments = comments;

/** `around`: the offsets of the section and the entry in which the quick reader stopped. */
export function readGeneral(text: string, around?: readonly [section: number, entry: number]): ParseResult {
  try {
    if (around !== undefined) stopAround(text, ...around);
  } catch (error) {
    if (error instanceof Stop) return unreadable(text, error);
    throw error;
  }
  return read(text);
}

/** A comment, or a line whose quotes and brackets are all closed. */
const CLOSED = /^(?: *#.*|[^"'#[\]{}]*(?:(?:"[^"]*"|'[^']*'|\{[^"'#[\]{}]*\}|\[[^"'#[\]{}]*\])[^"'#[\]{}]*)*)$/;

/**
 * Beginnings of lines that the parser may join to another entry: document marks, directives, block scalars, closing brackets, and a comment
 * above a continued value, which the parser reads as a second line of a key.
 */
const DOUBTFUL =
  /^(?:---|\.\.\.|[%|>?]|[ \t]*[}\]]|#[^\n]*\n(?:[ \t]*\r?\n|[ \t]+#[^\n]*\n)*(?=[ \t])(?![^\n]*:[ \r\n]))/m;

/** Half a key, alone on its line: the parser continues below it without an error. */
const HALF_KEY = /[\w./-]+ *(?:\r?\n|$)/y;

/**
 * Parses one entry of a long text, if the quick reader can read all others. Throws the mistake as a `Stop` if it is certain. If the
 * parser's error may depend on another entry, it throws nothing, and the caller parses the whole text. `section`, `entry`: the offsets of
 * the keys that the quick reader read last at the two outer levels. Texts of at most `least` characters are parsed whole.
 */
export function stopAround(text: string, section: number, entry: number, least = LARGEST): void {
  const from = Math.max(section, entry);
  const line = text.lastIndexOf("\n", from) + 1;
  if (text.length <= least || line === 0 || text[section - 1] !== "\n") return;
  const next = new RegExp(`^ {0,${from - line}}\\w[\\w./-]*:`, "gm");
  next.lastIndex = from + 1;
  const limit = next.exec(text)?.index ?? text.length;
  const lines = text.slice(0, limit).split(/\r?\n/);
  if (DOUBTFUL.test(text) || !lines.every((one) => CLOSED.test(one))) return;
  const entryStart = from === section ? line : lineEnd(text, section) + 1;
  const above = text.slice(section, entryStart);
  // The parser may report a second mistake instead.
  if (limit < text.length && readQuick(above + text.slice(limit)) === undefined) return;
  try {
    // Comments replace the omitted lines, so offsets stay the same. The next line is parsed too: it ends the entry.
    const part = text.slice(line, lineEnd(text, limit) + 1);
    compose(blank(section) + above + blank(line - entryStart) + part);
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    HALF_KEY.lastIndex = error.offset;
    if (error.offset < limit && HALF_KEY.test(text)) throw error;
  }
}

/** A line without content, of a given length. */
function blank(length: number): string {
  return length > 1 ? `#${" ".repeat(length - 2)}\n` : "\n".repeat(length);
}
