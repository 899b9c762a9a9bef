/**
 * Guesses at the mistake in a text, with edits that would undo it: about single characters (odd spaces, quotes, commas, colons), and about
 * its structure (commas, brackets, dashes, indentation).
 */
import { lacksSpace } from "../../../../text/colon.js";
import type { Span } from "../../diagnostic/diagnostic.js";
import { loneBracket, PARTNERS } from "../brackets.js";
import type { InvalidYaml } from "../facts.js";
import { type Edit, inserting } from "../repair.js";
import { markLength } from "../source.js";
import { plainQuotes } from "../typography.js";
import { shifts, wrongLine } from "./indentation.js";
import type { Token } from "./survey.js";

export interface Guess {
  readonly fact: InvalidYaml;
  /** Each of these edits alone undoes the mistake. */
  readonly edits: readonly Edit[];
}

/** The most guesses of a kind that are tried. */
export const MOST_GUESSES = 4;

export type Problem = InvalidYaml["problem"];

function guess(problem: Problem, span: Span, edits: readonly Edit[], more?: Partial<InvalidYaml>): Guess {
  return { fact: { kind: "invalid-yaml", at: { span }, problem, ...more }, edits };
}

/** A guess with one edit, which its author surely meant. */
function sureGuess(problem: Problem, span: Span, edit: Edit): Guess {
  return guess(problem, span, [edit], { repair: { edits: [edit], isSure: true } });
}

function deleting(start: number, end = start + 1): Edit {
  return { span: { start, end }, text: "" };
}

export function lineEnd(text: string, offset: number): number {
  const end = text.indexOf("\n", offset);
  return end === -1 ? text.length : end;
}

const ODD_SPACES = /^([ \t]*)([^\S \t\r\n]|\ufeff)[^\S\r\n]*/gm;
const TABS = /^( *)\t[ \t]*/gm;

/** Characters that look like indentation but are not spaces. */
export function oddSpaces(text: string): readonly Guess[] {
  const guesses = (pattern: RegExp, problem: Problem, wide: number): readonly Guess[] =>
    Array.from(text.matchAll(pattern), ({ 0: run, 1: before = "", index }) => {
      const start = Math.max(index + before.length, markLength(text));
      const all = { start: index, end: index + run.length };
      const widths = [run.length, run.replace(/[^ ]/g, "").length, run.length + wide, run.length - 1 + wide];
      const edits = widths.map((width) => ({ span: all, text: " ".repeat(width) }));
      return guess(problem, { start, end: start + 1 }, edits, { mark: text[start] ?? "" });
    });
  return [...guesses(ODD_SPACES, "odd-space", 0), ...guesses(TABS, "tab-indentation", 1)];
}

/** Texts in quotes that YAML does not know. */
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

/** Lines that lack only a colon, or the space after it, to be entries. */
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

const spanOf = ({ offset, end }: Pick<Token, "offset" | "end">) => ({ start: offset, end });

export function commas(text: string, tokens: readonly Token[]): readonly Guess[] {
  return missingCommas(text, tokens).map(({ after, before, start }) => {
    if (after.mark === ":") return guess("missing-opener", spanOf(after), [inserting("{", after.end)], { mark: "{" });
    const isBelow = text.slice(after.end, start).includes("\n");
    const span = isBelow ? spanOf(after) : { start, end: before.end };
    return sureGuess(isBelow ? "missing-comma-after" : "missing-comma", span, inserting(",", after.end));
  });
}

export function brackets(text: string, tokens: readonly Token[]): readonly Guess[] {
  const lone = loneBracket(tokens);
  if (lone === undefined) return [];
  const { kind, piece, before, end = text.length } = lone;
  const span = spanOf(piece);
  if (kind === "unopened") {
    const edits = ["{", "["].map((mark) => inserting(mark, piece.end));
    return [guess("missing-opener", span, edits, { mark: "{" })];
  }
  const [from, to] = [text.lastIndexOf("\n", piece.offset) + 1, lineEnd(text, piece.offset)];
  const nearby = tokens.filter(({ mark, offset }) => PARTNERS[mark] !== undefined && offset >= from && offset < to);
  const without = [piece, ...nearby.slice(0, 4), ...nearby.slice(-4)].map((one) => deleting(one.offset));
  if (kind === "stray") return [guess("stray-closer", span, without)];
  const partner = PARTNERS[piece.mark] ?? "";
  const closer = before && { text: partner, span: spanOf(before) };
  // A key after the missing bracket may also lack the comma before it.
  const closings = [inserting(partner, end), inserting(`${partner},`, end)];
  const unclosed = guess("unclosed-bracket", span, [...closings, ...without], closer && { closer });
  if (before === undefined) return [unclosed];
  const { offset, indent } = before;
  const deeper = { span: { start: offset - indent, end: offset }, text: " ".repeat(piece.indent + 2) };
  return [unclosed, guess("unindented-bracket", spanOf(before), [deeper])];
}

/** Lines with another indentation than those around them, and missing or superfluous dashes. */
export function lines(text: string, tokens: readonly Token[]): readonly Guess[] {
  const { wrong, list } = wrongLine(tokens) ?? {};
  const otherwise = indents(text, tokens).slice(0, 3);
  if (wrong === undefined || list === undefined) return otherwise;
  const spanFrom = (start: number) => ({ start, end: lineEnd(text, start) });
  const stray = guess("stray-dash", spanFrom(list), [deleting(list, list + 2), { ...deleting(list), text: " " }]);
  const missing = guess("missing-dash", spanFrom(wrong.offset), [inserting("- ", wrong.offset)]);
  return wrong.starts.length > 0 ? [stray, ...otherwise, missing] : [missing, ...otherwise];
}

/** The lines of a block scalar that begin at the column of its key. */
export function unindentedTexts(text: string, tokens: readonly Token[]): readonly Guess[] {
  const isEntry = ({ mark, isFirst }: Token, at: number): boolean =>
    isFirst && (mark !== "" || tokens[at + 1]?.mark === ":");
  return tokens.flatMap((token, index) => {
    const below = tokens[index + 1];
    if (token.mark !== "|" || below === undefined || below.indent > token.indent || isEntry(below, index + 1))
      return [];
    const start = below.offset - below.indent;
    const after = tokens.find((one, at) => at > index && isEntry(one, at));
    const end = after === undefined ? text.length : after.offset - after.indent;
    const deeper = text.slice(start, end).replace(/^(?=.)/gm, " ".repeat(token.indent + 2));
    return [guess("unindented-text", spanOf(below), [{ span: { start, end }, text: deeper }])];
  });
}

function indents(text: string, tokens: readonly Token[]): readonly Guess[] {
  return shifts(tokens).map(({ offset, from, to, other }) => {
    const edit = { span: { start: offset - from, end: offset }, text: " ".repeat(to) };
    const end = offset + text.slice(offset, lineEnd(text, offset)).trimEnd().length;
    return guess(from > to ? "indented-too-far" : "indented-too-little", { start: offset, end }, [edit], {
      ...(/^-\s/.test(text.slice(offset, offset + 2)) && { mark: "-" }),
      ...(other !== undefined && { other: { start: other, end: lineEnd(text, other) } }),
    });
  });
}

/** A token without a comma after it, or, for a colon, without a bracket; and the next token. */
interface MissingComma {
  readonly after: Token;
  readonly before: Token;
  /** The start of the next entry; inside a token if the parser joined two entries to one text. */
  readonly start: number;
}

/** Finds missing commas between brackets, and missing brackets after colons. */
function missingCommas(text: string, tokens: readonly Token[]): readonly MissingComma[] {
  const missing: MissingComma[] = [];
  /** For each open bracket: the number of colons since its last comma. */
  const colons: number[] = [];
  for (const [index, token] of tokens.entries()) {
    const last = tokens[index - 1];
    const { mark } = token;
    if (mark === "{" || mark === "[") {
      if (last !== undefined && colons.length > 0 && isValue(last) && last.mark !== "&")
        missing.push({ after: last, before: token, start: token.offset });
      colons.push(0);
    } else if (mark === "}" || mark === "]") colons.pop();
    else if (colons.length === 0) continue;
    else if (mark === ",") colons[colons.length - 1] = 0;
    else if (mark === ":") {
      const key = tokens[index - 1];
      const before = tokens[index - 2];
      if ((colons.at(-1) ?? 0) > 0 && key !== undefined && before !== undefined) {
        const written = key.mark === "" ? text.slice(key.offset, key.end) : "";
        const word = written.length - (written.split(/\s/).at(-1) ?? "").length;
        const start = key.offset + word;
        if (word > 0)
          missing.push({
            after: { ...key, end: key.offset + text.slice(key.offset, start).trimEnd().length },
            before: key,
            start,
          });
        else if (isValue(before) || before.mark === ":") missing.push({ after: before, before: key, start });
      }
      colons[colons.length - 1] = (colons.at(-1) ?? 0) + 1;
    } else if (last !== undefined && /^["'}\]]$/.test(last.mark) && mark !== "-")
      missing.push({ after: last, before: token, start: token.offset });
  }
  return missing;
}

function isValue({ mark }: Token): boolean {
  return !/^[{[,:-]$/.test(mark);
}
