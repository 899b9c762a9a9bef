/** Picks the accepted names closest to a misspelt one. Candidates are names from the schema or the configuration, never values. */
import { remembered } from "./once.js";

export const MOST_SUGGESTIONS = 3;
const LONGEST_NAME = 64;

/**
 * At most three accepted names that are close to the written one, the closest first. A name that differs only in case and separators
 * excludes all others.
 */
export function suggest(written: string, accepted: Iterable<string>): readonly string[] {
  if (written === "" || written.length > LONGEST_NAME) return [];
  const close: { name: string; distance: number }[] = [];
  const word = plainName(written);
  for (const name of accepted) {
    if (name === written) continue;
    const distance = knownPlain(name) === word ? 0 : editDistance(written, name, allowance(written, name));
    if (distance !== undefined) close.push({ name, distance });
  }
  // Names more than one edit farther away than the closest one are not suggested.
  const least = Math.min(...close.map(({ distance }) => distance));
  return close
    .filter(({ distance }) => distance <= (least === 0 ? 0 : least + 1))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, MOST_SUGGESTIONS)
    .map(({ name }) => name);
}

/**
 * At most three accepted names that contain all words of the written one, or their beginnings: `timeout` is in `default_timeout_seconds`.
 * A name with the same words in another order excludes all others.
 */
export function suggestWords(written: string, accepted: Iterable<string>): readonly string[] {
  if (written.length > LONGEST_NAME) return [];
  const words = wordsOf(written);
  if (words.length === 0) return [];
  const inOrder = words.toSorted().join("_");
  const same =
    words.length < 2 ? [] : [...accepted].filter((name) => knownWords(name).toSorted().join("_") === inOrder);
  if (same.length > 0 || words.some((word) => word.length < 3)) return same.slice(0, MOST_SUGGESTIONS);
  const holds = (name: string): boolean => {
    const own = knownWords(name);
    return words.every((word) => own.some((other) => other.startsWith(word)));
  };
  return [...accepted].filter(holds).slice(0, MOST_SUGGESTIONS);
}

/** The words of a name in any spelling: `maxTokens`, `max-tokens` and `max tokens` have two. */
export function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[-_. /]+/)
    .filter((word) => word !== "");
}

/**
 * Whether a word is certainly a slip for a name: the same word in another case or with other separators, or one or two letters different. A
 * name with the opposite meaning is never one.
 */
export function isSlip(written: string, name: string): boolean {
  if (isSameWord(written, name)) return true;
  // `v11_responses` and `v13_responses` are two dialects.
  if (numbersIn(written) !== numbersIn(name)) return false;
  if (isNegation(written) !== isNegation(name)) return false;
  const length = Math.min(written.length, name.length);
  return length > 2 && editDistance(written, name, length < 6 ? 1 : 2) !== undefined;
}

function numbersIn(name: string): string {
  return (name.match(/\d+/g) ?? []).join(".");
}

function isNegation(name: string): boolean {
  return /^(?:no|not|non|un|dis|without)(?:[-_. ]|(?=able))/i.test(name);
}

/** Spelling without case, word separators and typographic quotes: `maxTokens`, `max-tokens` and `“max_tokens”` are the same word. */
export function isSameWord(a: string, b: string): boolean {
  return plainName(a) === plainName(b);
}

/** A name without the case, separators and quotes that `isSameWord` ignores. */
export function plainName(name: string): string {
  return name.replace(/[-_. “”„‘’‚«»]/g, "").toLowerCase();
}

/** Remembered: checks compare the same few names with many others. */
const knownPlain = remembered(plainName);
const knownWords = remembered(wordsOf);

/** The number of edits that count as a slip: one in a short word, up to three in a long one. */
function allowance(a: string, b: string): number {
  return Math.min(3, Math.max(1, Math.floor(Math.max(a.length, b.length) / 3)));
}

/** A distance greater than any limit. */
const FAR = Number.POSITIVE_INFINITY;

/**
 * The number of edits (insert, delete, replace, swap neighbours) from `a` to `b`; undefined above `most`. Skips cells farther than `most`
 * from the diagonal. The loop calls no functions, because calls took most of the time.
 */
export function editDistance(a: string, b: string, most: number): number | undefined {
  if (Math.abs(a.length - b.length) > most) return undefined;
  // One edit removes at most one letter and adds at most one.
  const inA = lettersOf(a);
  const inB = lettersOf(b);
  if (bitsIn(inA & ~inB) > most || bitsIn(inB & ~inA) > most) return undefined;
  let beforeLast: number[] = [];
  let last: number[] = [];
  let current: number[] = [];
  for (let column = 0; column <= Math.min(b.length, most); column += 1) last[column] = column;
  for (let row = 1; row <= a.length; row += 1) {
    const letter = a.charCodeAt(row - 1);
    const letterBefore = a.charCodeAt(row - 2);
    const to = Math.min(row + most, b.length);
    let least = FAR;
    let left = FAR;
    for (let column = Math.max(row - most, 0); column <= to; column += 1) {
      const other = b.charCodeAt(column - 1);
      const replaced = (last[column - 1] ?? FAR) + (letter === other ? 0 : 1);
      const removed = column < row + most ? (last[column] ?? FAR) + 1 : FAR;
      const isSwapped = letterBefore === other && letter === b.charCodeAt(column - 2);
      const swapped = isSwapped ? (beforeLast[column - 2] ?? FAR) + 1 : FAR;
      let distance = left + 1;
      if (replaced < distance) distance = replaced;
      if (removed < distance) distance = removed;
      if (swapped < distance) distance = swapped;
      current[column] = distance;
      left = distance;
      if (distance < least) least = distance;
    }
    if (least > most) return undefined;
    const free = beforeLast;
    beforeLast = last;
    last = current;
    current = free;
  }
  const distance = last[b.length] ?? FAR;
  return distance <= most ? distance : undefined;
}

/** The letters that a text contains, as a set of 32 bits. */
function lettersOf(text: string): number {
  let letters = 0;
  for (let at = 0; at < text.length; at += 1) letters |= 1 << (text.charCodeAt(at) & 31);
  return letters;
}

function bitsIn(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}
