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
const SECTION = /^[A-Za-z_$][\w.$-]*:(?=[ \t\r\n]|$)/gm;

/** Marks of documents and directives; references across sections. */
const ACROSS = /^(?:---|\.\.\.|%)|[&*!]/m;

/** `from`: where the section begins in which the quick reader stopped. Texts of at most `least` characters are read as a whole. */
export function mistakeAround(text: string, from: number, least = LARGEST): Stop | undefined {
  if (text.length <= least || from === 0) return undefined;
  // The first line of the next section is parsed too: it ends the one before it.
  SECTION.lastIndex = from + 1;
  const limit = SECTION.exec(text)?.index ?? text.length;
  const part = text.slice(from, lineEnd(text, limit) + 1);
  if (ACROSS.test(part) || linesOf(part).some(mayGoOn) || linesOf(text.slice(0, from)).some(opensQuote))
    return undefined;
  // A second mistake may be the one that the parser reports.
  if (limit < text.length && readQuick(text.slice(limit)) === undefined) return undefined;
  try {
    compose(part);
    return undefined;
  } catch (error) {
    const isInside = error instanceof Stop && (limit === text.length || error.offset < limit - from);
    if (!isInside) return undefined;
    return movedBy(error, from);
  }
}

function linesOf(text: string): readonly string[] {
  return text.split("\n");
}

/** Whether a text in quotes may begin in a line and go on below: then it may be the mistake, or hide it. */
function opensQuote(line: string): boolean {
  return count(line, '"') % 2 === 1 || count(line, "'") % 2 === 1;
}

/** Whether anything in brackets or quotes may go on below a line, so that the next section would belong to it. */
function mayGoOn(line: string): boolean {
  if (!/["'[\]{}]/.test(line)) return false;
  const isBalanced = count(line, "{") === count(line, "}") && count(line, "[") === count(line, "]");
  return !isBalanced || opensQuote(line) || line.includes("#");
}

function count(line: string, mark: string): number {
  return line.split(mark).length - 1;
}

/** The same mistake further on; undefined for one that names more places than its own. */
function movedBy({ fact, offset }: Stop, by: number): Stop | undefined {
  if (fact.kind !== "invalid-yaml" || !Object.keys(fact).every((key) => ["kind", "at", "problem"].includes(key)))
    return undefined;
  const { start, end } = fact.at.span;
  return new Stop({ ...fact, at: { span: { start: start + by, end: end + by } } }, offset + by);
}
