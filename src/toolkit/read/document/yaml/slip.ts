/**
 * Finds the typing error in an unreadable text, often above the place where the parser stopped. Each guess is one small edit, and counts
 * only if it makes the text readable.
 */
import type { InvalidYaml } from "../facts.js";
import { type Edit, edited } from "../repair.js";
import {
  brackets,
  brokenQuotes,
  commas,
  foreignQuotes,
  lackingColons,
  lineEnd,
  lines,
  MOST_GUESSES,
  oddSpaces,
  type Problem,
  strayCommas,
  unindentedTexts,
} from "./guess.js";
import { surveyed } from "./survey.js";

/** The longest text that is searched: every guess reads it again. */
export const LARGEST = 64 * 1024;

/** The most characters that all readings together may take. */
const MOST_READ = 1024 * 1024;

/** The parser itself reports a line without an entry. */
const NO_ENTRY: ReadonlySet<Problem> = new Set(["multiline-key", "missing-space", "missing-colon"]);

/** `stop`: the place where the parser stopped, and its error; `isSound`: whether a text is readable. */
export function slip(
  text: string,
  stop: number,
  { at, problem }: InvalidYaml,
  isSound: (text: string) => boolean,
): InvalidYaml | undefined {
  if (text.length > LARGEST) return undefined;
  const tokens = surveyed(text);
  const after = lineEnd(text, stop);
  const end = lineEnd(text, tokens.find(({ isFirst, offset }) => isFirst && offset > after)?.offset ?? after);
  const isNoEntry = NO_ENTRY.has(problem) && text[at.span.start] !== "-";
  // The parser's error is right unless a quote above it is missing.
  const isCertain = /^un(?:quoted|known)-/.test(problem);
  const kinds = [oddSpaces(text), brokenQuotes(text, tokens)];
  if (!isCertain)
    kinds.push(
      foreignQuotes(text, tokens),
      commas(text, tokens),
      brackets(text, tokens),
      strayCommas(tokens),
      unindentedTexts(text, tokens),
      isNoEntry ? [] : lines(text, tokens),
      lackingColons(text, tokens)
        .filter(({ fact }) => fact.at.span.start <= end)
        .slice(-MOST_GUESSES),
    );
  const near = kinds
    .flatMap((guesses) => guesses.slice(0, MOST_GUESSES))
    .filter(({ fact }) => fact.at.span.start <= end);
  let left = MOST_READ;
  const reads = (part: string, edit: Edit): boolean => {
    left -= part.length;
    return left > 0 && isSound(edited(part, edit));
  };
  // Below the next line that is not indented there may be another mistake.
  const root = text.slice(end).search(/\n[^\s#-]/);
  for (const part of root === -1 ? [text] : [text, text.slice(0, end + root + 1)]) {
    const guess = near.find(({ edits }) => edits.some((edit) => reads(part, edit)));
    if (guess !== undefined) return guess.fact;
  }
  return undefined;
}
