/** Guesses about the structure of a text: commas, brackets, dashes, indentation. */
import { loneBracket, PARTNERS } from "../brackets.js";
import { inserting } from "../repair.js";
import { deleting, type Guess, guess, lineEnd, sureGuess } from "./guess.js";
import { misfit, shifts } from "./indentation.js";
import type { Token } from "./survey.js";

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
  const beside = tokens.filter(({ mark, offset }) => PARTNERS[mark] !== undefined && offset >= from && offset < to);
  const without = [piece, ...beside.slice(0, 4), ...beside.slice(-4)].map((one) => deleting(one.offset));
  if (kind === "stray") return [guess("stray-closer", span, without)];
  const partner = PARTNERS[piece.mark] ?? "";
  const closer = before && { text: partner, span: spanOf(before) };
  const unclosed = guess("unclosed-bracket", span, [inserting(partner, end), ...without], closer && { closer });
  if (before === undefined) return [unclosed];
  const { offset, indent } = before;
  const deeper = { span: { start: offset - indent, end: offset }, text: " ".repeat(piece.indent + 2) };
  return [unclosed, guess("unindented-bracket", spanOf(before), [deeper])];
}

/** Lines with another indentation than those around them, and missing or superfluous dashes. */
export function lines(text: string, tokens: readonly Token[]): readonly Guess[] {
  const { wrong, list } = misfit(tokens) ?? {};
  const otherwise = indents(text, tokens).slice(0, 3);
  if (wrong === undefined || list === undefined) return otherwise;
  const spanFrom = (start: number) => ({ start, end: lineEnd(text, start) });
  const stray = guess("stray-dash", spanFrom(list), [deleting(list, list + 2), { ...deleting(list), text: " " }]);
  const missing = guess("missing-dash", spanFrom(wrong.offset), [inserting("- ", wrong.offset)]);
  return wrong.starts.length > 0 ? [stray, ...otherwise, missing] : [missing, ...otherwise];
}

/** The lines of a block scalar that begin where its key does. */
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

/** The token that lacks a comma (a bracket, if the token is a colon) behind it, and the next token. */
interface MissingComma {
  readonly after: Token;
  readonly before: Token;
  /** The start of the next entry; inside a token when two entries were read as one text. */
  readonly start: number;
}

/** Finds a missing comma between brackets, or a missing bracket behind a colon. */
function missingCommas(text: string, tokens: readonly Token[]): readonly MissingComma[] {
  const found: MissingComma[] = [];
  /** For each open bracket: the number of colons since its last comma. */
  const colons: number[] = [];
  for (const [index, token] of tokens.entries()) {
    const last = tokens[index - 1];
    const { mark } = token;
    if (mark === "{" || mark === "[") {
      if (last !== undefined && colons.length > 0 && isValue(last) && last.mark !== "&")
        found.push({ after: last, before: token, start: token.offset });
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
          found.push({
            after: { ...key, end: key.offset + text.slice(key.offset, start).trimEnd().length },
            before: key,
            start,
          });
        else if (isValue(before) || before.mark === ":") found.push({ after: before, before: key, start });
      }
      colons[colons.length - 1] = (colons.at(-1) ?? 0) + 1;
    } else if (last !== undefined && /^["'}\]]$/.test(last.mark) && mark !== "-")
      found.push({ after: last, before: token, start: token.offset });
  }
  return found;
}

function isValue({ mark }: Token): boolean {
  return !/^[{[,:-]$/.test(mark);
}
