/**
 * A text as it is now, and as it was when it could last be read: the editor's questions are about the one, the answers often come from the
 * other. Knows no schema.
 */
import { changedLines } from "../service/diff.js";
import { once } from "../text/once.js";
import type { Span } from "../toolkit/read/diagnostic/diagnostic.js";
import type { Document } from "../toolkit/read/document/parse.js";
import { offsetIn, rangeIn } from "./positions.js";
import type { Position, Range } from "./protocol.js";

export interface Text {
  readonly document: Document;
  /** The last readable document: the same one while the text is readable. */
  readonly readable: Document;
  /** From the readable text to the present one. */
  readonly moves: () => Moves;
}

export function textOf(document: Document, readable: Document): Text {
  return { document, readable, moves: once(() => new Moves(readable.source.text, document.source.text)) };
}

/** The present range of a span of the readable text; undefined if its line has changed since. */
export function rangeNow({ document, readable, moves }: Text, span: Span): Range | undefined {
  const now = document === readable ? span : moves().toNow(span);
  return now && rangeIn(document.source, now);
}

/** The offset of a position in the readable text; undefined if its line has changed since. */
export function offsetThen({ document, readable, moves }: Text, position: Position): number | undefined {
  const start = offsetIn(document.source, position);
  return document === readable ? start : moves().toOld({ start, end: start })?.start;
}

/** Lines that both texts have, as spans of both. */
interface Same {
  readonly old: Span;
  readonly now: Span;
}

/** Maps places of an earlier text to the present one, by whole unchanged lines. */
class Moves {
  readonly #same: readonly Same[];

  constructor(before: string, now: string) {
    this.#same = sameIn(before, now);
  }

  /** The present span; undefined if its text, or its line, has changed. */
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
