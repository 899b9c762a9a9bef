/** The edits that turn one text into another, each within the lines that differ. */
import type { TextEdit } from "../../toolkit/read/diagnostic/diagnostic.js";
import { changedLines } from "../diff.js";

/** In the order of the text; no two of them touch, and none begins or ends within a character or a line break. */
export function editsBetween(before: string, after: string): readonly TextEdit[] {
  const { old, now, blocks } = changedLines(before, after);
  const [oldStarts, nowStarts] = [startsOf(old), startsOf(now)];
  const edits: TextEdit[] = [];
  for (const block of blocks) {
    const start = oldStarts[block.old] ?? before.length;
    const end = oldStarts[block.old + block.removed] ?? before.length;
    const text = after.slice(nowStarts[block.now], nowStarts[block.now + block.added]);
    const last = edits.at(-1);
    if (last?.end === start) edits[edits.length - 1] = { start: last.start, end, text: last.text + text };
    else edits.push({ start, end, text });
  }
  return edits.flatMap((edit) => narrowed(before, edit));
}

/** The offset of each line, and the length of the text. */
function startsOf(lines: readonly string[]): readonly number[] {
  const starts = [0];
  for (const line of lines) starts.push((starts.at(-1) ?? 0) + line.length);
  return starts;
}

/** The edit without what its old and its new text have in common at their beginnings and ends. */
function narrowed(text: string, { start, end, text: now }: TextEdit): readonly TextEdit[] {
  const old = text.slice(start, end);
  if (old === now) return [];
  const most = Math.min(old.length, now.length);
  let head = 0;
  while (head < most && old[head] === now[head]) head += 1;
  while (head > 0 && (isSplit(old, head) || isSplit(now, head))) head -= 1;
  let tail = 0;
  while (tail < most - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  while (tail > 0 && (isSplit(old, old.length - tail) || isSplit(now, now.length - tail))) tail -= 1;
  return [{ start: start + head, end: end - tail, text: now.slice(head, now.length - tail) }];
}

/** Whether an offset is within a character or a line break. */
function isSplit(text: string, at: number): boolean {
  return /^(?:\r\n|[\ud800-\udbff][\udc00-\udfff])$/.test(text.slice(at - 1, at + 1));
}
