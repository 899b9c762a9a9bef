/** The way from an earlier text to the present one, by whole lines: where a place that nobody has edited since lies now. */
import { changedLines } from "../../service/diff.js";
import type { Span } from "../../toolkit/read/diagnostic/diagnostic.js";

/** Lines that both texts have, as spans of both. */
interface Same {
  readonly old: Span;
  readonly now: Span;
}

export class Moves {
  readonly #same: readonly Same[];

  constructor(before: string, now: string) {
    this.#same = sameIn(before, now);
  }

  /** The present span; undefined where the text of it, or of its line, has changed. */
  toNow(span: Span): Span | undefined {
    return moved(span, this.#same, "old", "now");
  }

  toOld(span: Span): Span | undefined {
    return moved(span, this.#same, "now", "old");
  }
}

function moved({ start, end }: Span, same: readonly Same[], from: keyof Same, to: keyof Same): Span | undefined {
  const around = same.find((one) => one[from].start <= start && end <= one[from].end);
  const by = around === undefined ? 0 : around[to].start - around[from].start;
  return around && { start: start + by, end: end + by };
}

function sameIn(before: string, now: string): readonly Same[] {
  if (before === now) return [{ old: { start: 0, end: now.length }, now: { start: 0, end: now.length } }];
  const { old, now: lines, blocks } = changedLines(before, now);
  const [oldStarts, nowStarts] = [startsOf(old), startsOf(lines)];
  const same: Same[] = [];
  let [fromOld, fromNow] = [0, 0];
  for (const block of [...blocks, { old: old.length, removed: 0, now: lines.length, added: 0 }]) {
    same.push({ old: spanOf(oldStarts, fromOld, block.old), now: spanOf(nowStarts, fromNow, block.now) });
    [fromOld, fromNow] = [block.old + block.removed, block.now + block.added];
  }
  // A changed line may have lost its end: a place at the very end of the line before it still belongs to that line.
  return same.filter(({ old: span }) => span.start < span.end);
}

function startsOf(lines: readonly string[]): readonly number[] {
  let at = 0;
  return [0, ...lines.map((line) => (at += line.length))];
}

function spanOf(starts: readonly number[], from: number, to: number): Span {
  return { start: starts[from] ?? 0, end: starts[to] ?? 0 };
}
