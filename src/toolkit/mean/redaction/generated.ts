/**
 * Texts that look as if a machine had made them: long, and no words. Names of models, packages and files are words, numbers and
 * versions with something between them, so each stretch of letters and digits is judged by itself.
 */
import { matchesOf, stretchesOf } from "../../../text/matches.js";
import type { Span } from "../../read/diagnostic/diagnostic.js";
import { joined } from "./cover.js";

const UUID = /(?<![\w-])[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?![\w-])/gi;

/** Where a text looks like that, with what is joined to it by `-`, `_` or `+`, and by `/` or `.` if it is no word either. */
export function generatedSpans(text: string): readonly Span[] {
  const found: Span[] = [...stretchesOf(text, UUID)];
  let last = 0;
  for (const { 0: piece, index } of matchesOf(text, /[A-Za-z0-9]{12,}/g)) {
    if (index < last || !isGenerated(piece)) continue;
    const span = { start: extended(text, index, -1, last), end: extended(text, index + piece.length, 1, text.length) };
    last = span.end;
    found.push(span);
  }
  return joined(found);
}

/** The offset up to which a secret goes on from another one, in one direction. */
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

/** Letters and digits in one, or capitals amid small letters as in no name. */
function isMixed(part: string): boolean {
  return /[A-Za-z]\d+[A-Za-z]|\d[A-Za-z]+\d/.test(part) || (part.length > 4 && hasStrayCapitals(part));
}

/** Whether nobody would take a stretch of letters and digits for words, numbers, or words with a number. */
function isGenerated(piece: string): boolean {
  const parts = piece.match(/[A-Za-z]+|\d+/g) ?? [];
  const words = parts.filter((part) => /[A-Za-z]/.test(part));
  if (words.length === 0 || new Set(piece).size < 6 || /^\d{8}T\d{4,6}Z?$/.test(piece)) return false;
  if (parts.length > 4) return true;
  if (piece.length < 16) return false;
  const digits = piece.length - words.join("").length;
  return (parts.length > 2 && digits >= 10) || hasStrayCapitals(piece) || !words.every(isWord);
}

/** Whether the words of a `camelCase` text would be shorter than words are. */
function hasStrayCapitals(text: string): boolean {
  const words = text.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? [];
  return words.length > 1 && words.join("").length < words.length * 3;
}

/** The pairs of letters that words are made of; of letters at random, one pair of five is among them. */
const PAIRS: ReadonlySet<string> = new Set(
  (
    "th he in er an re on at en nd ti es or te of ed is it al ar st to nt ng se ha as ou io le ve co me de hi ri ro ic ne ea ra ce " +
    "li ch ll be ma si om ur ca el ta la ns di fo ho pe ec pr no ct us ac ot il tr ly nc et ut ss so rs un lo wa ge ie ee wi em ad " +
    "ol rt po we na ul ni ts mo ow pa im mi ai sh ir su id os iv ia am fi ci vi pl ig tu ev ld ry mp ab op ex ke ap ag od ck ty gr"
  ).split(" "),
);

/** Short parts, and those in which at least a third of the pairs are usual. */
function isWord(part: string): boolean {
  if (/^[a-f]{6,}$/i.test(part)) return false;
  if (part.length < 8) return true;
  const letters = part.toLowerCase();
  let usual = 0;
  for (let at = 1; at < letters.length; at += 1) if (PAIRS.has(letters.slice(at - 1, at + 1))) usual += 1;
  return usual * 3 >= letters.length - 1;
}
