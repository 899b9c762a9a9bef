/** What a completion inserts: the common beginning of its candidates, and the rows of these where it cannot insert more. */
import { printable } from "../../../text/escape.js";
import { columnsOf, cutTo, padTo } from "../../../text/width.js";
import type { Completed } from "./stand.js";

export interface Candidate {
  /** The whole text that it stands for. */
  readonly text: string;
  /** Its name in the rows of candidates; the text without it. */
  readonly shown?: string;
  /** Whether more follows, such as the names in a directory. */
  readonly isOpen?: boolean;
}

/** Most candidates that are shown. */
const SHOWN = 40;

const GAP = "  ";

export interface Beginning {
  /** The characters that are replaced. */
  readonly typed: string;
  /** The text that they spell. */
  readonly meant: string;
}

/** `spell` writes a text as it stands in the line; `isWhole`: it is that of one candidate alone. Undefined without a candidate. */
export function completedWith(
  { typed, meant }: Beginning,
  candidates: readonly Candidate[],
  spell: (text: string, isWhole: boolean) => string,
  columns: number,
): Completed | undefined {
  const [first, ...others] = candidates;
  if (first === undefined) return undefined;
  if (others.length === 0) {
    const isOpen = first.isOpen === true;
    return { characters: typed.length, text: spell(first.text, !isOpen) + (isOpen ? "" : " "), choices: "" };
  }
  const common = others.reduce((beginning, { text }) => commonOf(beginning, text), first.text);
  // Files below other directories begin otherwise.
  const isMore = common.length > meant.length && common.toLowerCase().startsWith(meant.toLowerCase());
  const text = isMore ? spell(common, false) : typed;
  return { characters: typed.length, text, choices: isMore ? "" : rowsOf(candidates, columns) };
}

/** The longest beginning of both, in whole characters. */
function commonOf(a: string, b: string): string {
  let end = 0;
  while (end < a.length && a[end] === b[end]) end += 1;
  return a.slice(0, /[\ud800-\udbff]$/.test(a.slice(0, end)) ? end - 1 : end);
}

/** Names in columns, as many as fit beside each other. */
function rowsOf(candidates: readonly Candidate[], columns: number): string {
  const names = candidates.slice(0, SHOWN).map(({ text, shown = text }) => cutTo(printable(shown), columns - 1));
  const widest = Math.max(...names.map(columnsOf));
  const count = Math.max(1, Math.floor((columns - 1 + GAP.length) / (widest + GAP.length)));
  const rows = Array.from({ length: Math.ceil(names.length / count) }, (_, at) =>
    names.slice(at * count, (at + 1) * count),
  );
  const more = candidates.length - names.length;
  const lines = rows.map((row) =>
    row
      .map((name) => padTo(name, widest))
      .join(GAP)
      .trimEnd(),
  );
  return [...lines, ...(more > 0 ? [`… and ${more} more`] : [])].map((line) => `${line}\n`).join("");
}
