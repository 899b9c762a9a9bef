/**
 * The mistake in a long text of which the quick reader can read all but one section: only that section is parsed. What the parser says of it
 * must depend on no other one; where it might, nothing is answered, and the whole text is parsed.
 */
import { compose } from "./compose.js";
import { lineEnd } from "./guess.js";
import { Stop } from "./problems.js";
import { readQuick } from "./quick/reader.js";
import { LARGEST } from "./slip.js";

/** A section at the top: its key begins a line. */
const SECTION = /^\w[\w.-]*:/gm;

/** A line on which everything in quotes and brackets ends that begins there, or a comment. */
const CLOSED = /^(?: *#.*|[^"'#[\]{}]*(?:(?:"[^"]*"|'[^']*'|\{[^"'#[\]{}]*\}|\[[^"'#[\]{}]*\])[^"'#[\]{}]*)*)$/;

/**
 * Throws the mistake as a `Stop` if it is certain. `from`: where the section begins in which the quick reader stopped. Texts of at most
 * `least` characters are read as a whole.
 */
export function stopAround(text: string, from: number, least = LARGEST): void {
  if (text.length <= least || from < 2) return;
  SECTION.lastIndex = from + 1;
  const limit = SECTION.exec(text)?.index ?? text.length;
  const lines = text.slice(0, limit).split(/\r?\n/);
  if (!lines.every((line) => CLOSED.test(line))) return;
  // A second mistake may be the one that the parser reports.
  if (limit < text.length && readQuick(text.slice(limit)) === undefined) return;
  try {
    // A comment in the place of what is above keeps the offsets. The next line is parsed too: it ends the section.
    compose(`#${" ".repeat(from - 2)}\n${text.slice(from, lineEnd(text, limit) + 1)}`);
  } catch (error) {
    if (!(error instanceof Stop) || error.offset < limit || limit === text.length) throw error;
  }
}
