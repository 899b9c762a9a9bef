/** Frames that were built are kept only while somebody may want them, and never many (C071). */
import { expect, test } from "vitest";
import { type Frame, FrameCache } from "../../src/agent/wire/core/frame-cache.js";

function frame(bytes: number, caughtUp = false): Frame {
  return { bytes: new Uint8Array(bytes), last: 9, caughtUp };
}

/** Which of the positions are kept. */
function kept(cache: FrameCache, positions: readonly number[]): readonly number[] {
  return positions.filter((position) => cache.get(position, "sse") !== undefined);
}

test("C071 a frame is kept by position and encoding", () => {
  const cache = new FrameCache(100);
  const [sse, ndjson] = [frame(10), frame(10)];
  cache.set(1, "sse", sse);
  cache.set(1, "ndjson", ndjson);
  expect([cache.get(1, "sse"), cache.get(1, "ndjson"), cache.get(2, "sse")]).toEqual([sse, ndjson, undefined]);
  expect(cache.get(1, "sse")).toBe(sse);
});

test("C071 so many bytes are kept, of more those that were not asked for longest go", () => {
  const cache = new FrameCache(100);
  for (const position of [1, 2, 3, 4]) cache.set(position, "sse", frame(25));
  expect(kept(cache, [1, 2, 3, 4])).toEqual([1, 2, 3, 4]);
  cache.get(1, "sse");
  cache.set(5, "sse", frame(26));
  expect(kept(cache, [1, 2, 3, 4, 5])).toEqual([1, 4, 5]);
  cache.set(6, "sse", frame(49));
  expect(kept(cache, [1, 4, 5, 6])).toEqual([4, 5, 6]);
});

test("C071 64 frames are kept, and not 65", () => {
  const cache = new FrameCache(1_000);
  const positions = Array.from({ length: 65 }, (_, index) => index);
  for (const position of positions) cache.set(position, "sse", frame(1));
  expect(kept(cache, positions)).toEqual(positions.slice(1));
});

test("C071 when the head moves, frames that reached it go, and their room is there again", () => {
  const cache = new FrameCache(100);
  cache.set(1, "sse", frame(40));
  for (let round = 0; round < 20; round += 1) {
    cache.set(2 + round, "sse", frame(60, true));
    expect(kept(cache, [1, 2 + round])).toEqual([1, 2 + round]);
    cache.headMoved();
    expect(kept(cache, [1, 2 + round])).toEqual([1]);
  }
});
