/** What is around a line and below it, as far as the indentation shows. Knows no format and no schema. */
import type { Line } from "./lines.js";
import { keyOn, type WrittenKey } from "./written-key.js";

/** The lines around a line, from the outermost: each holds more than a value on its line and is less deep than the next one. */
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

/** The index behind the last line of the block that a line begins. `isDivided`: whether lines without a key end it, too. */
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

export interface KeyLine extends WrittenKey {
  /** The index of its line. */
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
