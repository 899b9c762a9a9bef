/** The lines of a text by their indentation: it shows what is around a line also where the text cannot be read. Knows no schema. */
import type { Span } from "../../toolkit/read/diagnostic/diagnostic.js";

export interface Line extends Span {
  /** Spaces before its content; for a line without content, all of it. */
  readonly indent: number;
  /** Lines without content, with a comment, between documents, or indented with tabs tell nothing about what is around them. */
  readonly isMute: boolean;
  readonly isItem: boolean;
}

export function linesOf(text: string): readonly Line[] {
  const lines: Line[] = [];
  const breaks = /\r\n|\n|\r|$/g;
  for (let start = 0; start <= text.length; ) {
    breaks.lastIndex = start;
    const [mark = ""] = breaks.exec(text) ?? [];
    const end = breaks.lastIndex - mark.length;
    lines.push(lineOf(text, start, end));
    if (mark === "") break;
    start = breaks.lastIndex;
  }
  return lines;
}

function lineOf(text: string, from: number, end: number): Line {
  const start = text.charCodeAt(from) === 0xfeff ? from + 1 : from;
  let at = start;
  while (at < end && text[at] === " ") at += 1;
  const first = text.slice(at, at + 3);
  const isMark = at === start && (first === "---" || first === "...");
  const isMute = at === end || isMark || /^(?:#|\/\/|\/\*|\t)/.test(first);
  return { start, end, indent: at - start, isMute, isItem: /^-(?:\s|$)/.test(text.slice(at, at + 2)) };
}

/** The lines around a line, from the outermost: each is less deep than the next one. */
export function linesAround(lines: readonly Line[], index: number, column: number): readonly number[] {
  const around: number[] = [];
  const own = lines[index];
  let limit = own === undefined || own.isMute ? column : own.indent;
  let isItem = own?.isItem === true && !own.isMute;
  for (let at = index - 1; at >= 0 && (limit > 0 || isItem); at -= 1) {
    const line = lines[at];
    if (line === undefined || line.isMute) continue;
    const isAbove = line.indent < limit || (line.indent === limit && isItem && !line.isItem);
    if (!isAbove) continue;
    around.unshift(at);
    limit = line.indent;
    isItem = line.isItem;
  }
  return around;
}

/** The index behind the last line of the block that a line begins. */
export function blockEnd(text: string, lines: readonly Line[], index: number): number {
  const head = lines[index];
  if (head === undefined) return index;
  for (let at = index + 1; at < lines.length; at += 1) {
    const line = lines[at];
    if (line === undefined || (line.isMute && !isMark(text, line))) continue;
    if (line.indent > head.indent) continue;
    const isOwn =
      line.indent === head.indent &&
      !isMark(text, line) &&
      (/[}\]]/.test(text[line.start + line.indent] ?? "") || (line.isItem && !head.isItem));
    if (!isOwn) return at;
  }
  return lines.length;
}

function isMark(text: string, { start, end }: Line): boolean {
  return /^(?:---|\.\.\.)/.test(text.slice(start, Math.min(end, start + 3)));
}

/** The key that a line begins with, as it is written and as it is meant. */
export interface WrittenKey extends Span {
  readonly name: string;
  /** The offset behind its colon. */
  readonly after: number;
}

const KEY =
  /(?:"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)'|([^\s#"'[\]{},&*!|>%@`](?:[^\s:]|:(?!\s|$)|[ \t]+(?=[^\s:#]))*))[ \t]*:(?=\s|$)/y;
const LONGEST_KEY = 1000;

export function keyOn(text: string, { start, end, indent }: Line): WrittenKey | undefined {
  const line = text.slice(start, Math.min(end, start + indent + LONGEST_KEY));
  const from = indent + (/^(?:-[ \t]+)*/.exec(line.slice(indent))?.[0].length ?? 0);
  KEY.lastIndex = from;
  const match = KEY.exec(line);
  if (match === null) return undefined;
  const [whole, double, single, plain] = match;
  const name = double === undefined ? (single?.replaceAll("''", "'") ?? plain ?? "") : unescaped(double);
  const length = whole.slice(0, -1).trimEnd().length;
  return { name, start: start + from, end: start + from + length, after: start + KEY.lastIndex };
}

function unescaped(inside: string): string {
  try {
    return String(JSON.parse(`"${inside}"`));
  } catch {
    return inside;
  }
}

/** The keys of the lines directly below a line, or of the outermost lines. */
export function keysBelow(
  text: string,
  lines: readonly Line[],
  head: number | undefined,
  indent: number | undefined,
): readonly WrittenKey[] {
  const from = head === undefined ? 0 : head + 1;
  const to = head === undefined ? lines.length : blockEnd(text, lines, head);
  const inside = lines.slice(from, to).filter((line) => !line.isMute);
  const least = indent ?? Math.min(...inside.map((line) => line.indent));
  return inside.flatMap((line) => (line.indent === least ? (keyOn(text, line) ?? []) : []));
}
