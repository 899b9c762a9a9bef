/** A unified diff of two texts, line by line. */
import type { Paint } from "../toolkit/judge/report/paint.js";

const CONTEXT = 3;

/** More differences than this become one block: finding the shortest diff would take too long. */
const MOST_EDITS = 400;

/** Replaced lines: from line `old` (from 0), `removed` lines became the `added` lines from line `now`. */
export interface Block {
  readonly old: number;
  readonly removed: number;
  readonly now: number;
  readonly added: number;
}

/** The lines of two texts, each with its line break. */
export interface Sides {
  readonly old: readonly string[];
  readonly now: readonly string[];
}

/**
 * The diff of two texts; empty for equal texts. `before`: undefined for a file that does not exist yet. `shown`: their lines in printable
 * form.
 */
export function unifiedDiff(
  file: string,
  before: string | undefined,
  after: string,
  shown: Sides = { old: linesOf(before ?? ""), now: linesOf(after) },
): string {
  if (before === after) return "";
  const blocks = together(blocksOf(linesOf(before ?? ""), linesOf(after)));
  return [
    `--- ${before === undefined ? "/dev/null" : file}\n+++ ${file}\n`,
    ...blocks.map((part) => hunk(part, shown)),
  ].join("");
}

/** The lines of both texts, and the blocks that differ, in their order. */
export function changedLines(before: string, after: string): Sides & { readonly blocks: readonly Block[] } {
  const [old, now] = [linesOf(before), linesOf(after)];
  return { old, now, blocks: blocksOf(old, now) };
}

function linesOf(text: string): readonly string[] {
  return text === "" ? [] : text.split(/(?<=\n)/);
}

/** The blocks of lines that differ, in their order; some of them may touch. */
function blocksOf(old: readonly string[], now: readonly string[]): readonly Block[] {
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < old.length - head && tail < now.length - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  const inner = shortest(old.slice(head, old.length - tail), now.slice(head, now.length - tail));
  return inner.map((block) => ({ ...block, old: block.old + head, now: block.now + head }));
}

/** Myers' greedy algorithm: the furthest point for each number of edits, and then the path back. */
function shortest(old: readonly string[], now: readonly string[]): readonly Block[] {
  const trail: Map<number, number>[] = [];
  let furthest = new Map([[1, 0]]);
  for (let edits = 0; edits <= Math.min(old.length + now.length, MOST_EDITS); edits += 1) {
    const next = new Map(furthest);
    trail.push(furthest);
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const down =
        diagonal === -edits || (diagonal !== edits && at(furthest, diagonal - 1) < at(furthest, diagonal + 1));
      let x = down ? at(furthest, diagonal + 1) : at(furthest, diagonal - 1) + 1;
      while (x < old.length && x - diagonal < now.length && old[x] === now[x - diagonal]) x += 1;
      next.set(diagonal, x);
      if (x >= old.length && x - diagonal >= now.length) return wayBack(trail, old.length, now.length);
    }
    furthest = next;
  }
  return [{ old: 0, removed: old.length, now: 0, added: now.length }];
}

function at(furthest: ReadonlyMap<number, number>, diagonal: number): number {
  return furthest.get(diagonal) ?? -1;
}

function wayBack(trail: readonly ReadonlyMap<number, number>[], oldEnd: number, nowEnd: number): readonly Block[] {
  const blocks: Block[] = [];
  let x = oldEnd;
  let y = nowEnd;
  for (let edits = trail.length - 1; edits > 0; edits -= 1) {
    const furthest = trail[edits] ?? new Map<number, number>();
    const diagonal = x - y;
    const down = diagonal === -edits || (diagonal !== edits && at(furthest, diagonal - 1) < at(furthest, diagonal + 1));
    const from = diagonal + (down ? 1 : -1);
    const old = at(furthest, from);
    const now = old - from;
    blocks.unshift({ old, removed: down ? 0 : 1, now, added: down ? 1 : 0 });
    x = old;
    y = now;
  }
  return blocks;
}

/** Blocks that share their context, in one hunk; blocks that touch, in one block. */
function together(blocks: readonly Block[]): readonly (readonly Block[])[] {
  const hunks: Block[][] = [];
  for (const block of blocks) {
    const hunk = hunks.at(-1);
    const last = hunk?.at(-1);
    if (hunk === undefined || last === undefined || block.old - (last.old + last.removed) > 2 * CONTEXT)
      hunks.push([block]);
    else if (block.old === last.old + last.removed && block.now === last.now + last.added) {
      hunk[hunk.length - 1] = { ...last, removed: last.removed + block.removed, added: last.added + block.added };
    } else hunk.push(block);
  }
  return hunks;
}

function hunk(blocks: readonly Block[], { old, now }: Sides): string {
  const [first] = blocks;
  const last = blocks.at(-1);
  if (first === undefined || last === undefined) return "";
  const lead = Math.min(CONTEXT, first.old);
  const end = Math.min(last.old + last.removed + CONTEXT, old.length);
  const lines: string[] = [];
  let from = first.old - lead;
  for (const block of blocks) {
    lines.push(...prefixed(" ", old.slice(from, block.old)));
    lines.push(...prefixed("-", old.slice(block.old, block.old + block.removed)));
    lines.push(...prefixed("+", now.slice(block.now, block.now + block.added)));
    from = block.old + block.removed;
  }
  lines.push(...prefixed(" ", old.slice(from, end)));
  const removed = end - (first.old - lead);
  const added = removed + blocks.reduce((sum, block) => sum + block.added - block.removed, 0);
  const range = (start: number, count: number): string => `${count === 0 ? start : start + 1},${count}`;
  return `@@ -${range(first.old - lead, removed)} +${range(first.now - lead, added)} @@\n${lines.join("")}`;
}

function prefixed(mark: string, lines: readonly string[]): readonly string[] {
  return lines.map((line) => `${mark}${line}${line.endsWith("\n") ? "" : "\n\\ No newline at end of file\n"}`);
}

/** The diff with removed and added lines in colours. */
export function paintedDiff(diff: string, paint: Paint): string {
  let isHead = true;
  const lines = diff.split("\n").map((line) => {
    if (line.startsWith("@@")) isHead = false;
    if (line === "") return line;
    if (isHead) return paint.strong(line);
    if (line.startsWith("@@")) return paint.faint(line);
    const stroke = line.startsWith("+") ? paint.added : line.startsWith("-") ? paint.removed : undefined;
    return stroke?.(line) ?? line;
  });
  return lines.join("\n");
}
