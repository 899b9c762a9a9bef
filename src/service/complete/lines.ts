/**
 * The lines of a text: their indentation and the keys at their beginnings. Finds the lines around a line and below it, even in an
 * unreadable text. Knows no schema.
 */
import type { Span } from "../../toolkit/read/diagnostic/diagnostic.js";

export interface Line extends Span {
  /** Spaces before its content; for a line without content, all of it. */
  readonly indent: number;
  /** Lines without content, with a comment, between documents, or indented with tabs: their indentation means nothing. */
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

/** The key at the beginning of a line, as written and decoded. */
interface WrittenKey extends Span {
  readonly name: string;
  readonly after: number;
}

const KEY =
  /(?:"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)'|([^\s#"'[\]{},&*!|>%@`](?:[^\s:]|:(?!\s|$)|[ \t]+(?=[^\s:#]))*))[ \t]*:(?=\s|$)/y;
const LONGEST_KEY = 1000;

/** The key at the beginning of a line of YAML or JSON. */
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

/** The lines around a line, outermost first: each holds more than a value on its line and is less deep than the next one. */
export function linesAround(text: string, lines: readonly Line[], index: number, column: number): readonly number[] {
  const around: number[] = [];
  const own = lines[index];
  let limit = own === undefined || own.isMute ? column : own.indent;
  let isItem = own?.isItem === true && !own.isMute;
  for (let at = index - 1; at >= 0 && (limit > 0 || isItem); at -= 1) {
    const line = lines[at];
    if (line === undefined || line.isMute) continue;
    const isAbove = line.indent < limit || (line.indent === limit && isItem && !line.isItem);
    if (!isAbove || !mayHold(text, line)) continue;
    around.unshift(at);
    limit = line.indent;
    isItem = line.isItem;
  }
  return around;
}

/** Whether the value of the key on a line may be on the lines below it. */
function mayHold(text: string, line: Line): boolean {
  const key = keyOn(text, line);
  return key === undefined ? line.isItem : /^[ \t]*(?:#|\/\/|$|[&!|>{[])/.test(text.slice(key.after, line.end));
}

/** The index after the last line of the block that a line begins. `isDivided`: whether lines without a key end it, too. */
export function blockEnd(text: string, lines: readonly Line[], index: number, isDivided = true): number {
  const head = lines[index];
  if (head === undefined) return index;
  for (let at = index + 1; at < lines.length; at += 1) {
    const line = lines[at];
    if (line === undefined || (line.isMute && !(isDivided && isMark(text, line)))) continue;
    if (line.indent > head.indent || (!isDivided && keyOn(text, line) === undefined)) continue;
    const isOwn =
      line.indent === head.indent &&
      !line.isMute &&
      (/[}\]]/.test(text[line.start + line.indent] ?? "") || (line.isItem && !head.isItem));
    if (!isOwn) return at;
  }
  return lines.length;
}

function isMark(text: string, { start, end }: Line): boolean {
  return /^(?:---|\.\.\.)/.test(text.slice(start, Math.min(end, start + 3)));
}

interface KeyLine extends WrittenKey {
  readonly index: number;
}

/** The keys of the lines directly below a line, or of the outermost lines. */
export function keysBelow(
  text: string,
  lines: readonly Line[],
  head: number | undefined,
  indent?: number,
): readonly KeyLine[] {
  const from = head === undefined ? 0 : head + 1;
  const to = head === undefined ? lines.length : blockEnd(text, lines, head, false);
  const keys: KeyLine[] = [];
  let depth = indent;
  for (let index = from; index < to; index += 1) {
    const line = lines[index];
    if (line === undefined || line.isMute || line.indent !== (depth ?? line.indent)) continue;
    const key = keyOn(text, line);
    if (key === undefined) continue;
    depth = line.indent;
    keys.push({ ...key, index });
  }
  return keys;
}
