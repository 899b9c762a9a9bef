/** The reader of `package.ts` for the command line: half a key in a long text, as an editor sends it, is found in its entry alone. */
import type { ParseResult } from "../builder.js";
import { yamlComments as comments } from "./comments.js";
import { compose } from "./compose.js";
import { readGeneral as read, unreadable } from "./general.js";
import { lineEnd } from "./guess.js";
import { Stop } from "./problems.js";
import { readQuick } from "./quick/reader.js";
import { LARGEST } from "./slip.js";

/** @public The bundle asks for it by its name. */
export const yamlComments = comments;

/** `around`: the section and the entry in which the quick reader stopped. */
export function readGeneral(text: string, around?: readonly [section: number, entry: number]): ParseResult {
  try {
    if (around !== undefined) stopAround(text, ...around);
  } catch (error) {
    if (error instanceof Stop) return unreadable(text, error);
    throw error;
  }
  return read(text);
}

/** A line on which everything in quotes and brackets ends that begins there, or a comment. */
const CLOSED = /^(?: *#.*|[^"'#[\]{}]*(?:(?:"[^"]*"|'[^']*'|\{[^"'#[\]{}]*\}|\[[^"'#[\]{}]*\])[^"'#[\]{}]*)*)$/;

/**
 * Beginnings of lines that the parser may take for more than this entry: marks of documents, directives, texts in block style, closing
 * brackets, and a comment above a value that goes on, in which it sees a second line of a key.
 */
const DOUBTFUL =
  /^(?:---|\.\.\.|[%|>?]|[ \t]*[}\]]|#[^\n]*\n(?:[ \t]*\r?\n|[ \t]+#[^\n]*\n)*(?=[ \t])(?![^\n]*:[ \r\n]))/m;

/** Half a key, alone on its line: the parser goes on below it as if nothing were wrong. */
const HALF_KEY = /[\w./-]+ *(?:\r?\n|$)/y;

/**
 * Half a key in a long text of which the quick reader can read all but one entry: only that entry is parsed. Throws the mistake as a `Stop` if it is
 * certain; where what the parser says of it might depend on another entry, nothing is thrown, and the whole text is parsed. `section`, `entry`: the keys that the quick reader read last at the two outer levels.
 * Texts of at most `least` characters are read as a whole.
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
  const begun = from === section ? line : lineEnd(text, section) + 1;
  const above = text.slice(section, begun);
  // A second mistake may be the one that the parser reports.
  if (limit < text.length && readQuick(above + text.slice(limit)) === undefined) return;
  try {
    // Comments in the place of what is left out keep the offsets. The next line is parsed too: it ends the entry.
    const part = text.slice(line, lineEnd(text, limit) + 1);
    compose(blank(section) + above + blank(line - begun) + part);
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    HALF_KEY.lastIndex = error.offset;
    if (error.offset < limit && HALF_KEY.test(text)) throw error;
  }
}

/** A line without content. */
function blank(length: number): string {
  return length > 1 ? `#${" ".repeat(length - 2)}\n` : "\n".repeat(length);
}
