/**
 * Finds texts that a machine generated: long, and without words. Names of models, packages and files are words, numbers and versions with
 * separators, so each run of letters and digits is checked separately.
 */
import { matchesOf, stretchesOf } from "../../../text/matches.js";
import type { Span } from "../../read/diagnostic/diagnostic.js";
import { joined } from "./cover.js";

const UUID = /(?<![\w-])[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?![\w-])/gi;

/** The spans of a text that look generated, with everything joined to them by `-`, `_` or `+`, and by `/` or `.` unless it is a word. */
export function generatedSpans(text: string): readonly Span[] {
  const spans: Span[] = [...stretchesOf(text, UUID)];
  let last = 0;
  for (const { 0: piece, index } of matchesOf(text, /[A-Za-z0-9]{12,}/g)) {
    if (index < last || !isGenerated(piece)) continue;
    const span = { start: extended(text, index, -1, last), end: extended(text, index + piece.length, 1, text.length) };
    last = span.end;
    spans.push(span);
  }
  return joined(spans);
}

/** The offset up to which a secret continues, in one direction. */
function extended(text: string, from: number, step: 1 | -1, limit: number): number {
  let at = from;
  const next = (offset: number): string => (offset === limit ? "" : (text[step > 0 ? offset : offset - 1] ?? ""));
  const runFrom = (offset: number): number => {
    let end = offset;
    while (/[\w+-]/.test(next(end))) end += step;
    return end;
  };
  for (;;) {
    at = runFrom(at);
    if (!/[/.]/.test(next(at))) break;
    const end = runFrom(at + step);
    const part = text.slice(Math.min(at + step, end), Math.max(at + step, end));
    if (part === "" || part.length > MOST_JOINED || !isMixed(part)) break;
    at = end;
  }
  while (step > 0 && next(at) === "=") at += step;
  return at;
}

const MOST_JOINED = 512;

/** Whether letters and digits alternate, or capitals stand among small letters in a way that names do not have. */
function isMixed(part: string): boolean {
  return /[A-Za-z]\d+[A-Za-z]|\d[A-Za-z]+\d/.test(part) || (part.length > 4 && hasStrayCapitals(part));
}

/** Whether a run of letters and digits looks unlike words, numbers, or words with a number. */
function isGenerated(piece: string): boolean {
  const parts = piece.match(/[A-Za-z]+|\d+/g) ?? [];
  const words = parts.filter((part) => /[A-Za-z]/.test(part));
  if (words.length === 0 || new Set(piece).size < 6 || /^\d{8}T\d{4,6}Z?$/.test(piece)) return false;
  if (parts.length > 4) return true;
  if (piece.length < 16) return false;
  const digits = piece.length - words.join("").length;
  return (parts.length > 2 && digits >= 10) || hasStrayCapitals(piece) || !words.every(isWord);
}

/** Whether the words of a `camelCase` text are shorter than real words. */
function hasStrayCapitals(text: string): boolean {
  const words = text.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? [];
  return words.length > 1 && words.join("").length < words.length * 3;
}

/** The usual pairs of letters in words; one pair in five of random letters is among them. */
const PAIRS: ReadonlySet<string> = new Set(
  (
    "th he in er an re on at en nd ti es or te of ed is it al ar st to nt ng se ha as ou io le ve co me de hi ri ro ic ne ea ra ce " +
    "li ch ll be ma si om ur ca el ta la ns di fo ho pe ec pr no ct us ac ot il tr ly nc et ut ss so rs un lo wa ge ie ee wi em ad " +
    "ol rt po we na ul ni ts mo ow pa im mi ai sh ir su id os iv ia am fi ci vi pl ig tu ev ld ry mp ab op ex ke ap ag od ck ty gr"
  ).split(" "),
);

/** Whether a part is short, or at least a third of its pairs are usual. */
function isWord(part: string): boolean {
  if (/^[a-f]{6,}$/i.test(part)) return false;
  if (part.length < 8) return true;
  const letters = part.toLowerCase();
  let usual = 0;
  for (let at = 1; at < letters.length; at += 1) if (PAIRS.has(letters.slice(at - 1, at + 1))) usual += 1;
  return usual * 3 >= letters.length - 1;
}
