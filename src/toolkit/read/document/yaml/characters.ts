/** Guesses about single characters: characters that look like spaces, quotes, commas at the beginning of a line, colons. */
import { lacksSpace } from "../../../../text/colon.js";
import { inserting } from "../repair.js";
import { markLength } from "../source.js";
import { plainQuotes } from "../typography.js";
import { deleting, type Guess, guess, lineEnd, MOST_GUESSES, type Problem, sureGuess } from "./guess.js";
import type { Token } from "./survey.js";

const ODD_SPACES = /^([ \t]*)([^\S \t\r\n]|\ufeff)[^\S\r\n]*/gm;
const TABS = /^( *)\t[ \t]*/gm;

/** Characters that look like indentation but are not spaces. */
export function oddSpaces(text: string): readonly Guess[] {
  const found = (pattern: RegExp, problem: Problem, wide: number): readonly Guess[] =>
    Array.from(text.matchAll(pattern), ({ 0: run, 1: before = "", index }) => {
      const start = Math.max(index + before.length, markLength(text));
      const all = { start: index, end: index + run.length };
      const widths = [run.length, run.replace(/[^ ]/g, "").length, run.length + wide, run.length - 1 + wide];
      const edits = widths.map((width) => ({ span: all, text: " ".repeat(width) }));
      return guess(problem, { start, end: start + 1 }, edits, { mark: text[start] ?? "" });
    });
  return [...found(ODD_SPACES, "odd-space", 0), ...found(TABS, "tab-indentation", 1)];
}

/** Texts in quotes of another kind than those of YAML. */
export function foreignQuotes(text: string, tokens: readonly Token[]): readonly Guess[] {
  return tokens.flatMap(({ mark, offset }) => {
    const quoted = mark === "" && /[^\0-\x7f]/.test(text[offset] ?? "") ? plainQuotes(text, offset) : undefined;
    if (quoted?.repair === undefined) return [];
    const { span, repair } = quoted;
    const edit = { span, text: `"${text.slice(span.start + 1, span.end - 1)}"` };
    return [guess("foreign-quote", span, [edit], { repair, mark: text[offset] ?? "" })];
  });
}

export function brokenQuotes(text: string, tokens: readonly Token[]): readonly Guess[] {
  // Each guess searches the rest of its line.
  const broken = tokens.filter(({ isBroken }) => isBroken).slice(0, MOST_GUESSES);
  return broken.map(({ mark, offset, end }) => {
    const line = lineEnd(text, offset);
    const rest = text.slice(offset + 1, line);
    const ends = Array.from(rest.matchAll(/[,\]}]|:(?: |$)|(?<=\S)(?= #|\s*$)/g), ({ index }) => offset + 1 + index);
    const quotes = Array.from(rest.matchAll(/["']/g), ({ index }) => offset + 1 + index);
    const edits = [...ends.slice(0, 3), ...ends.slice(-3)].map((at) => inserting(mark, at));
    const problem = quotes.length > 0 && end < line ? "broken-quote" : "unclosed-quote";
    const without = [offset, ...quotes.slice(-2)].map((at) => deleting(at));
    return guess(problem, { start: offset, end: offset + 1 }, [...edits, ...without]);
  });
}

/** Characters that cannot begin a line of a block. */
export function strayCommas(tokens: readonly Token[]): readonly Guess[] {
  return tokens.flatMap(({ offset, isComma }) =>
    isComma ? [sureGuess("extra-comma", { start: offset, end: offset + 1 }, deleting(offset))] : [],
  );
}

/** Lines that lack only a colon, or the space behind it, to be entries. */
export function lackingColons(text: string, tokens: readonly Token[]): readonly Guess[] {
  return tokens.flatMap(({ mark, offset, end, isFirst, isInFlow }, index) => {
    if (mark !== "" || isInFlow || tokens[index + 1]?.mark === ":") return [];
    if (!isFirst && tokens[index - 1]?.mark !== "-") return [];
    const written = text.slice(offset, end);
    const span = { start: offset, end };
    if (lacksSpace(written))
      return [sureGuess("missing-space", span, inserting(" ", offset + written.indexOf(":") + 1))];
    const odd = /^[^\s:]+:(?=[^\S ])/.exec(written)?.[0].length;
    if (odd !== undefined) {
      const at = { start: offset + odd, end: offset + odd + 1 };
      return [guess("odd-space", at, [{ span: at, text: " " }], { mark: text[at.start] ?? "" })];
    }
    const word = written.search(/\s/);
    return [guess("missing-colon", span, [inserting(":", word === -1 ? end : offset + word)])];
  });
}
