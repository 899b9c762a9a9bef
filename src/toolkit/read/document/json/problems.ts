/** Names the mistake in a text: at the place where the parser stopped, or at a bracket that is missing or superfluous elsewhere. */
import type { ParseErrorCode } from "jsonc-parser";
import { switchWord } from "../../../../text/switch-word.js";
import type { Span } from "../../diagnostic/diagnostic.js";
import { type Lone, loneBracket, PARTNERS, type Piece } from "../brackets.js";
import { html } from "../copied.js";
import type { InvalidJson, JsonProblem } from "../facts.js";
import { type Edit, edited, inserting, type Repair } from "../repair.js";
import { plainQuotes } from "../typography.js";
import { createScanner, visit } from "./bundled.js";

/** Indexed by the parser's code, a const enum that isolated modules cannot see: 1 to 16. */
const BY_CODE: readonly (JsonProblem | undefined)[] = [
  ...[undefined, "invalid-symbol", "invalid-number", "missing-key", "missing-value", "missing-colon", "missing-comma"],
  ...[undefined, undefined, "content-after-end", "comment", "unclosed-comment", "unclosed-string", "unfinished-number"],
  ...["bad-unicode-escape", "unknown-escape", "control-character"],
] as const;

/** The spellings of `null` in other languages. */
const NOTHING: ReadonlySet<string> = new Set(["None", "Null", "NULL", "nil", "undefined"]);

interface Container {
  readonly kind: "object" | "array";
  readonly start: number;
}

/** The place where the parser stopped. Offsets count from the start of the file. */
export interface StopPoint {
  readonly span: Span;
  readonly text: string;
  /** The tokens before that place, the nearest last. */
  readonly last: readonly Span[];
  /** The innermost open container. */
  readonly within: Container | undefined;
}

export function invalidJson(code: ParseErrorCode, stop: StopPoint): InvalidJson {
  const problemKind = BY_CODE[code] ?? "other";
  const { span, text, last, within } = stop;
  const textAt = (at: Span | undefined): string => text.slice(at?.start, at?.end ?? at?.start);
  const here = textAt(span);
  const previous = last.at(-1);
  const before = previous === undefined ? "" : textAt(previous);
  const isAdjacent = previous?.end === span.start;
  if (isAdjacent && previous !== undefined && /^["\w]/.test(here) && before.startsWith('"'))
    return problem(
      /.[,:\s]"$/.test(before) && !isInside(text, span.start) ? "unclosed-string" : "extra-quote",
      previous,
    );
  if (problemKind === "invalid-symbol") return unknownSymbol(here, before, isAdjacent, stop);
  if (here === "," && /^[{[,]$/.test(before))
    return problem("extra-comma", span, { edits: [{ span, text: "" }], isSure: true });
  const isBelow = previous !== undefined && /[\r\n]/.test(text.slice(previous.end, span.start));
  const isKey = here === ":" && before.startsWith('"');
  const cut = problemKind === "missing-key" ? cutNumber(stop) : undefined;
  if (cut !== undefined) return problem("cut-number", cut);
  if (problemKind === "content-after-end" && isKey)
    return { ...problem("missing-opener-before", previous ?? span), mark: "{" };
  if (problemKind === "missing-colon" && isBelow) return problem(problemKind, previous);
  if (problemKind !== "missing-comma" || previous === undefined) return problem(problemKind, span);
  if (/^[\]}]/.test(here) && within !== undefined)
    return { ...unclosedBracket(within), closer: { text: within.kind === "array" ? "]" : "}", span } };
  if (/^\d/.test(here) && isAdjacent && before.endsWith("0"))
    return problem("leading-zero", { ...span, start: span.start - 1 });
  if (isKey && within?.kind === "array") return problem("key-in-list", isBelow ? span : previous);
  if (isKey) return withoutComma(stop, previous, textAt);
  const repair: Repair = { edits: [inserting(",", previous.end)], isSure: true };
  return isBelow ? problem("missing-comma-after", previous, repair) : problem("missing-comma", span, repair);
}

/** Whether a word behind a quote stands inside of a text, whose end follows: `"the "queen" word"`. */
function isInside(text: string, start: number): boolean {
  const ahead = text.slice(start, start + 500);
  return /^[^"\r\n]{0,200}"[^"\r\n,:[\]{}]{1,200}"[ \t]*(?:[,\]}\r\n]|$)/.test(ahead);
}

/** The span of a number that commas cut: `"a": 1,000`. */
function cutNumber({ text, last }: StopPoint): Span | undefined {
  const [colon, number] = last.slice(-3);
  if (colon === undefined || number === undefined || text[colon.start] !== ":") return undefined;
  const [whole] =
    /^\d{1,20}(?:\.\d{1,9})?(?:, {0,9}\d{1,15})+(?=\s*[,}])/.exec(text.slice(number.start, number.start + 200)) ?? [];
  return whole === undefined ? undefined : { start: number.start, end: number.start + whole.length };
}

/** A `:` after a token that looks like a value. */
function withoutComma({ span, text, last }: StopPoint, previous: Span, textAt: (at?: Span) => string): InvalidJson {
  const [key, colon] = last.slice(-3);
  const isBelow = textAt(colon) === ":" && /[\r\n]/.test(text.slice(colon?.end, previous.start));
  return isBelow && key !== undefined ? problem("missing-value-after", key) : problem("missing-comma", span);
}

function unknownSymbol(
  here: string,
  before: string,
  isAdjacent: boolean,
  { span, text, last, within }: StopPoint,
): InvalidJson {
  const previous = last.at(-1);
  const switched = switchWord(here);
  const word = NOTHING.has(here) ? "null" : switched?.isYaml === true ? String(switched.value) : undefined;

  if (word !== undefined) return problem("foreign-word", span, { edits: [{ span, text: word }], isSure: true });
  const copied = here.startsWith("&") ? html(text, span.start) : undefined;
  if (copied !== undefined) return { kind: "invalid-json", ...copied };
  if (here.startsWith(";")) {
    const mark = { ...span, end: span.start + 1 };
    return problem("foreign-comma", mark, { edits: [{ span: mark, text: "," }], isSure: true });
  }
  const quoted = plainQuotes(text, span.start);
  if (here.startsWith("#")) return problem("hash-comment", { ...span, end: span.start + 1 });
  if (/^[A-Za-z_.]*\(/.test(here))
    return problem("foreign-bracket", here.startsWith("(") ? { ...span, end: span.start + 1 } : span);
  if (here.startsWith("=") && before.startsWith('"')) {
    const sign = { ...span, end: span.start + (/^=[>=]?/.exec(here)?.[0].length ?? 1) };
    return problem("missing-colon", sign, { edits: [{ span: sign, text: ":" }], isSure: true });
  }
  if (/^[+.]\d/.test(here)) return problem("unit", span);
  if (quoted !== undefined) return { ...problem("foreign-quote", quoted.span, quoted.repair), mark: here.slice(0, 1) };
  if (isAdjacent && previous !== undefined && /^[-\d.]/.test(before))
    return problem("unit", { start: previous.start, end: span.end });
  if (text[span.end] === '"') return problem("unopened-string", span);
  const isKey = within?.kind === "object" && /^[{,]$/.test(before) && /^[\w$'-]/.test(here);
  return isKey ? problem("unquoted-key", span, inQuotes(text, span.start)) : problem("invalid-symbol", span);
}

/** A bare word before a colon in quotes. */
function inQuotes(text: string, start: number): Repair | undefined {
  const [key] = /^[A-Za-z_$][\w$-]{0,199}(?=\s{0,20}:)/.exec(text.slice(start, start + LONGEST_KEY)) ?? [];
  if (key === undefined) return undefined;
  return { edits: [{ span: { start, end: start + key.length }, text: `"${key}"` }], isSure: true };
}

const LONGEST_KEY = 250;

/** A text without a value, with or without comments. */
export function emptyJson(start: number): InvalidJson {
  return problem("empty", { start, end: start });
}

export function unclosedBracket({ start }: Container): InvalidJson {
  return problem("unclosed-bracket", { start, end: start + 1 });
}

export function problem(kind: JsonProblem, span: Span, repair?: Repair): InvalidJson {
  return { kind: "invalid-json", at: { span }, problem: kind, ...(repair && { repair }) };
}

/** The library's `SyntaxKind` is a const enum, which isolated modules cannot see. */
const END = 17;

/**
 * The missing or superfluous bracket, if there is one; or else the mistake at the place where the parser stopped. `stop`: that place;
 * `start`: the offset of the text in its file.
 */
export function orStrayBracket(fact: InvalidJson, text: string, stop: number, start: number): InvalidJson {
  if (!isAboutBrackets(fact)) return fact;
  const lone = loneBracket(piecesOf(text));
  const isBefore = lone !== undefined && lone.piece.offset <= stop;
  const repaired = fact.repair === undefined ? stop : errorAfter(text, fact.repair, start);
  const bracket = strayBracket(text, { stop, start, repaired }, isBefore ? lone : undefined);
  const isDoubtful = isBefore && repaired !== Number.POSITIVE_INFINITY && fact.repair !== undefined;
  return bracket ?? (isDoubtful ? { ...fact, repair: { ...fact.repair, isSure: false } } : fact);
}

/** Whether a missing or superfluous bracket may be the cause of an error elsewhere. */
function isAboutBrackets(fact: InvalidJson): boolean {
  const misled: readonly JsonProblem[] = [
    ...(["unclosed-bracket", "content-after-end", "missing-key", "missing-value", "missing-comma"] as const),
    ...(["missing-comma-after", "missing-value-after", "key-in-list", "missing-colon", "other"] as const),
  ];
  return misled.includes(fact.problem);
}

/** Where the parser stops after a repair. */
function errorAfter(text: string, { edits: [edit] }: Repair, start: number): number {
  if (edit === undefined) return errorIn(text);
  const { span } = edit;
  return errorIn(edited(text, { ...edit, span: { start: span.start - start, end: span.end - start } }));
}

interface Stop {
  readonly stop: number;
  readonly start: number;
  /** Where the parser stops once the mistake at `stop` is repaired. */
  readonly repaired: number;
}

function strayBracket(text: string, { stop, start, repaired }: Stop, lone: Lone | undefined): InvalidJson | undefined {
  const here: Piece = { mark: text[stop] ?? "", offset: stop, end: stop + 1, indent: 0, isFirst: false };
  const candidates: Lone[] = [];
  if (lone !== undefined) candidates.push(lone);
  if (/[{}[\]]/.test(here.mark)) candidates.push({ kind: "stray", piece: here });
  for (const each of candidates) {
    const { kind, piece, before, end } = each;
    const mark = kind === "unopened" ? openerFor(text, before) : (PARTNERS[piece.mark] ?? "");
    // A key after the missing bracket also lacks the comma before it.
    const lacksComma = kind === "unclosed" && before?.offset === stop && !/[}\]]/.test(before.mark);
    const edit: Edit =
      kind === "stray"
        ? { span: { start: piece.offset, end: piece.end }, text: "" }
        : inserting(lacksComma ? `${mark},` : mark, end ?? text.length);
    const left = errorIn(edited(text, edit));
    // The indentation of these lines follows no pattern, so the guess is useless.
    if (left <= stop + 1 || (lacksComma && left < repaired)) continue;
    const at = { span: { start: start + piece.offset, end: start + piece.end } };
    if (kind === "stray") return problem(/[{[]/.test(piece.mark) ? "unclosed-bracket" : "stray-closer", at.span);
    if (kind === "unopened") return { ...problem("missing-opener", at.span), mark };
    const closer = before && { text: mark, span: { start: start + before.offset, end: start + before.end } };
    return { ...problem("unclosed-bracket", at.span), ...(closer && { closer }) };
  }
  return undefined;
}

/** A container whose first token is a key is a mapping. */
function openerFor(text: string, before: Piece | undefined): string {
  return /^"(?:[^"\\\r\n]|\\.)*"\s*:/.test(text.slice(before?.offset, (before?.offset ?? 0) + 1024)) ? "{" : "[";
}

/** The offset where the parser stops; infinite if it reads the whole text. */
function errorIn(text: string): number {
  let first = Number.POSITIVE_INFINITY;
  visit(text, { onError: (_, offset) => (first = Math.min(first, offset)) }, { allowTrailingComma: true });
  return first;
}

function* piecesOf(text: string): Generator<Piece> {
  const scanner = createScanner(text, true);
  let indent = 0;
  let nextBreak = -1;
  for (let token = scanner.scan(); token !== END; token = scanner.scan()) {
    const offset = scanner.getTokenOffset();
    let lineStart = nextBreak === -1 ? 0 : undefined;
    while (nextBreak < offset) {
      if (nextBreak !== -1) lineStart = nextBreak + 1;
      const ahead = text.indexOf("\n", nextBreak + 1);
      nextBreak = ahead === -1 ? text.length : ahead;
    }
    if (lineStart !== undefined) indent = offset - lineStart;
    const length = scanner.getTokenLength();
    const mark = length === 1 && /[{}[\],:]/.test(text[offset] ?? "") ? (text[offset] ?? "") : "";
    yield { mark, offset, end: offset + length, indent, isFirst: lineStart !== undefined };
  }
}
