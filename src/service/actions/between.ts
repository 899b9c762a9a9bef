/** The edits that turn one text into another, each within the lines that differ. */
import type { TextEdit } from "../../toolkit/read/diagnostic/diagnostic.js";
import { type Block, changedLines } from "../diff.js";

/** In the order of the text; no two edits touch, and none begins or ends within a surrogate pair or a line break. */
export function editsBetween(before: string, after: string): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  for (const edit of lineEdits(changedLines(before, after)).flatMap((lines) => narrowed(before, lines))) {
    const last = edits.at(-1);
    if (last?.end === edit.start) edits[edits.length - 1] = { ...last, end: edit.end, text: last.text + edit.text };
    else edits.push(edit);
  }
  return edits;
}

/** If a block replaces lines by as many lines, each line is an edit of its own. */
function lineEdits({ old, now, blocks }: ReturnType<typeof changedLines>): readonly TextEdit[] {
  const [starts, nowStarts] = [startsOf(old), startsOf(now)];
  const text = now.join("");
  const edit = (from: number, removed: number, to: number, added: number): TextEdit => ({
    start: starts[from] ?? 0,
    end: starts[from + removed] ?? 0,
    text: text.slice(nowStarts[to], nowStarts[to + added]),
  });
  return touching(blocks).flatMap((block) => {
    const { old: from, removed, now: to, added } = block;
    if (removed !== added) return [edit(from, removed, to, added)];
    return Array.from({ length: removed }, (_, index) => edit(from + index, 1, to + index, 1));
  });
}

/** The blocks; those that touch are joined. */
function touching(blocks: readonly Block[]): readonly Block[] {
  const joined: Block[] = [];
  for (const block of blocks) {
    const last = joined.at(-1);
    if (last !== undefined && last.old + last.removed === block.old && last.now + last.added === block.now)
      joined[joined.length - 1] = { ...last, removed: last.removed + block.removed, added: last.added + block.added };
    else joined.push(block);
  }
  return joined;
}

/** The offset of each line, and the length of the text. */
function startsOf(lines: readonly string[]): readonly number[] {
  const starts = [0];
  for (const line of lines) starts.push((starts.at(-1) ?? 0) + line.length);
  return starts;
}

/** The edit without the common beginning and end of its old and its new text. */
export function narrowed(text: string, { start, end, text: now }: TextEdit): readonly TextEdit[] {
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

/** Whether an offset is within a surrogate pair or a line break. */
function isSplit(text: string, at: number): boolean {
  return /^(?:\r\n|[\ud800-\udbff][\udc00-\udfff])$/.test(text.slice(at - 1, at + 1));
}
