/** The lines of a file that come near a text which is not in it, for a model that has to find its mistake. */
import { linesOf, numbered } from "./lines.js";

/** Of more lines and longer ones only so much is compared. */
const MOST_LINES = 100_000;
const MOST_CHARACTERS = 300;
const SHOWN = 12;
/** Below it, two lines have nothing in common but letters. */
const LEAST_LIKENESS = 0.5;

export interface Near {
  /** A clause about the lines. */
  readonly why: string;
  /** The lines with their numbers. */
  readonly text: string;
  readonly line: number;
}

/** Undefined where no line comes near. */
export function near(text: string, old: string): Near | undefined {
  const lines = linesOf(text).slice(0, MOST_LINES);
  const wanted = linesOf(old);
  const plain = lines.map((line) => line.trim());
  const plainWanted = wanted.map((line) => line.trim());
  const start = bestStart(plain, plainWanted) ?? likeliest(plain, plainWanted);
  if (start === undefined) return undefined;
  const isSame = plainWanted.every((line, index) => plain[start + index] === line);
  const end = Math.min(start + Math.max(1, wanted.length), lines.length, start + SHOWN);
  return {
    why: isSame ? "these lines differ in white space" : "these lines come near",
    text: lines
      .slice(start, end)
      .map((line, index) => numbered(start + index + 1, line))
      .join("\n"),
    line: start + 1,
  };
}

/** Where most lines are the same but for white space around them: each common line votes for a beginning. */
function bestStart(lines: readonly string[], wanted: readonly string[]): number | undefined {
  const places = new Map<string, number>();
  for (const [index, line] of wanted.entries()) if (line !== "" && !places.has(line)) places.set(line, index);
  const votes = new Map<number, number>();
  let best: number | undefined;
  for (const [index, line] of lines.entries()) {
    const place = places.get(line);
    if (place === undefined || place > index) continue;
    const count = (votes.get(index - place) ?? 0) + 1 + Math.min(line.length, MOST_CHARACTERS) / 1000;
    votes.set(index - place, count);
    if (best === undefined || count > (votes.get(best) ?? 0)) best = index - place;
  }
  return best;
}

/** Where a line shares most pairs of letters with the longest wanted one. */
function likeliest(lines: readonly string[], wanted: readonly string[]): number | undefined {
  const longest = wanted.reduce((at, line, index) => (line.length > (wanted[at]?.length ?? 0) ? index : at), 0);
  const pairs = pairsOf(wanted[longest] ?? "");
  let best: { readonly index: number; readonly likeness: number } | undefined;
  for (const [index, line] of lines.entries()) {
    const likeness = likenessOf(pairs, pairsOf(line));
    if (likeness >= LEAST_LIKENESS && likeness > (best?.likeness ?? 0)) best = { index, likeness };
  }
  return best === undefined ? undefined : Math.max(0, best.index - longest);
}

function pairsOf(line: string): ReadonlySet<string> {
  const pairs = new Set<string>();
  for (let at = 0; at + 1 < Math.min(line.length, MOST_CHARACTERS); at += 1) pairs.add(line.slice(at, at + 2));
  return pairs;
}

function likenessOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return 0;
  let common = 0;
  for (const pair of a) if (b.has(pair)) common += 1;
  return (2 * common) / (a.size + b.size);
}
