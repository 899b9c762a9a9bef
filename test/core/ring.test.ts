/** The ring: what is kept, from where one can continue, and what fits into a message. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Encoding } from "../../src/agent/wire/core/message.js";
import { limits } from "../../src/generated/protocol/tables.js";
import { cases } from "../cases.js";
import { envelope, fill, parsed, recordAt, replay, ringOf, span } from "./stream.js";

const ENCODINGS: readonly Encoding[] = ["sse", "ndjson"];

test("C049 a replay is what comes after the cursor up to the head, in order; then what is new, without gap or repeat", () => {
  const steps = fc.array(fc.record({ appended: fc.nat({ max: 600 }), isRead: fc.boolean() }), { maxLength: 8 });
  fc.assert(
    fc.property(
      steps,
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.constantFrom(...ENCODINGS),
      (all, share, encoding) => {
        const ring = ringOf();
        fill(ring, 300);
        const from = Math.floor(share * 300);
        const got = replay(ring, from, encoding).positions;
        for (const { appended, isRead } of all) {
          fill(ring, appended);
          if (isRead) got.push(...replay(ring, got.at(-1) ?? from, encoding).positions);
        }
        got.push(...replay(ring, got.at(-1) ?? from, encoding).positions);
        expect(got).toEqual(span(from, ring.head));
      },
    ),
    { numRuns: cases(200) },
  );
});

test("C050 readers attach at a hundred moments while ten thousand records come, and each has all after its cursor", () => {
  const ring = ringOf();
  const readers: { readonly from: number; readonly got: number[] }[] = [];
  for (let each = 0; each < 10_000; each += 1) {
    fill(ring, 1);
    if (each % 100 === 50) readers.push({ from: Math.max(0, ring.head - (each % 701)), got: [] });
    for (const [index, reader] of readers.entries()) {
      // Some read after every record, and some seldom.
      if (ring.head % (1 + index * 3) !== 0 && each !== 9_999) continue;
      const { positions } = replay(ring, reader.got.at(-1) ?? reader.from);
      reader.got.push(...positions);
    }
  }
  expect(readers).toHaveLength(100);
  for (const { from, got } of readers) expect(got).toEqual(span(from, 10_000));
});

test("C051 256 records that wait are one frame, 257 are 256 and 1", () => {
  const ring = ringOf();
  fill(ring, limits.frameRecords);
  expect(replay(ring, 0).sizes).toEqual([256]);
  fill(ring, 1);
  expect(replay(ring, 0).sizes).toEqual([256, 1]);
  const frames = [ring.frameAfter(0, "sse"), ring.frameAfter(256, "sse")];
  expect(frames.map((frame) => frame?.caughtUp)).toEqual([false, true]);
});

describe.each(ENCODINGS)("as %s", (encoding) => {
  const { before, after } = envelope(encoding, 2, false);
  /** Two records and their comma fill a frame, not caught up, exactly. */
  const room = limits.frameBytes - before.length - after.length - 1;

  test("C053 a message holds 2,097,152 bytes, all of them counted, and not one more", () => {
    const ring = ringOf({ recordBytes: limits.frameBytes });
    ring.append(recordAt(1, room - 500), 0);
    ring.append(recordAt(2, 500), 0);
    ring.append(recordAt(3), 0);
    expect(ring.frameAfter(0, encoding)?.bytes).toHaveLength(limits.frameBytes);
    expect(replay(ring, 0, encoding).sizes).toEqual([2, 1]);

    const over = ringOf({ recordBytes: limits.frameBytes });
    over.append(recordAt(1, room - 500), 0);
    over.append(recordAt(2, 501), 0);
    over.append(recordAt(3), 0);
    expect(replay(over, 0, encoding).sizes).toEqual([1, 2]);
  });

  test("C053 records of the largest size come one or two in a message, and all come", () => {
    const ring = ringOf();
    fill(ring, 5, limits.recordBytes);
    expect(replay(ring, 0, encoding)).toEqual({ positions: [1, 2, 3, 4, 5], sizes: [1, 1, 1, 1, 1] });
  });

  test("C053 no message is longer, whatever the sizes; bytes split before the count does", () => {
    const sizes = fc.array(fc.oneof(fc.integer({ min: 30, max: 900 }), fc.integer({ min: 5_000, max: 40_000 })), {
      minLength: 1,
      maxLength: 700,
    });
    fc.assert(
      fc.property(sizes, (all) => {
        const frameBytes = 65_536;
        const ring = ringOf({ frameBytes });
        for (const size of all) ring.append(recordAt(ring.head + 1, size), 0);
        const got: number[] = [];
        for (let frame = ring.frameAfter(0, encoding); frame; frame = ring.frameAfter(frame.last, encoding)) {
          const { records, caught_up } = parsed(frame.bytes, encoding);
          expect(frame.bytes.length).toBeLessThanOrEqual(frameBytes);
          expect(records.length).toBeLessThanOrEqual(limits.frameRecords);
          expect(caught_up).toBe(frame.last === ring.head);
          got.push(...records.map(({ position }) => position));
          // It ends because of a limit or because there is no more.
          const next = recordAt(frame.last + 1, all[frame.last]).length + 1;
          if (!caught_up && records.length < 256) expect(frame.bytes.length + next).toBeGreaterThan(frameBytes);
        }
        expect(got).toEqual(span(0, all.length));
      }),
      { numRuns: cases(200) },
    );
  });
});

test("C056 positions are contiguous from 1", () => {
  const ring = ringOf({ records: 3 });
  const heads = [ring.head];
  for (let each = 0; each < 10; each += 1) {
    fill(ring, 1);
    heads.push(ring.head);
  }
  expect(heads).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

test("C057 who is at the head gets nothing until there is more, and then that", () => {
  const ring = ringOf();
  expect([ring.judge(0), ring.frameAfter(0, "sse")]).toEqual(["ok", undefined]);
  fill(ring, 3);
  expect([ring.judge(3), ring.frameAfter(3, "sse")]).toEqual(["ok", undefined]);
  fill(ring, 1);
  expect(replay(ring, 3).positions).toEqual([4]);
});

test("C058 the floor is accepted, one less is too old, one more than the head is beyond", () => {
  const ring = ringOf({ records: 10 });
  fill(ring, 25);
  expect(ring.floor).toBe(15);
  expect([14, 15, 25, 26].map((position) => ring.judge(position))).toEqual(["cursor_too_old", "ok", "ok", "beyond"]);
  expect(replay(ring, 15).positions).toEqual(span(15, 25));
  expect(() => ring.frameAfter(14, "sse")).toThrow(RangeError);
});

test("C067 before a barrier a reset is required, which comes before being too old; at the barrier one goes on", () => {
  const ring = ringOf({ records: 10 });
  fill(ring, 25);
  ring.bar();
  expect([3, 15, 24, 25, 26].map((position) => ring.judge(position))).toEqual([
    ...["reset_required", "reset_required", "reset_required", "ok", "beyond"],
  ]);
  fill(ring, 20);
  expect([24, 25, 34, 35].map((position) => ring.judge(position))).toEqual([
    ...["reset_required", "cursor_too_old", "cursor_too_old", "ok"],
  ]);
});

test("C178 8,192 records are kept, and of 8,193 the newest", () => {
  const ring = ringOf();
  fill(ring, 8_192);
  expect(ring.floor).toBe(0);
  expect(replay(ring, 0).positions).toHaveLength(8_192);
  fill(ring, 1);
  expect(ring.floor).toBe(1);
  expect(replay(ring, 1).positions).toEqual(span(1, 8_193));
});

test("C178 32 MiB of records are kept, and with one byte more the oldest goes", () => {
  const ring = ringOf();
  fill(ring, 32, limits.recordBytes);
  expect([ring.floor, ring.bytes]).toEqual([0, limits.ringBytes]);
  const over = ringOf();
  over.append(recordAt(1, 100), 0);
  fill(over, 31, limits.recordBytes);
  over.append(recordAt(33, limits.recordBytes - 100), 0);
  expect([over.floor, over.bytes]).toEqual([0, limits.ringBytes]);
  over.append(recordAt(34, 40), 0);
  expect([over.floor, over.bytes]).toEqual([1, limits.ringBytes - 60]);
});

test("C178 an age limit keeps records for 299,999 ms and drops them at 300,000", () => {
  const ring = ringOf({ age: 300_000 });
  fill(ring, 2, 0, 1_000);
  fill(ring, 1, 0, 1_001);
  ring.expire(300_999);
  expect(ring.floor).toBe(0);
  ring.expire(301_000);
  expect([ring.floor, ring.bytes]).toEqual([2, recordAt(3).length]);
});

test("C182 a head never ages: when all records are gone, nothing after it is missing", () => {
  const ring = ringOf({ age: 300_000 });
  fill(ring, 4);
  ring.expire(3_600_000);
  expect([3, 4].map((position) => ring.judge(position))).toEqual(["cursor_too_old", "ok"]);
  fill(ring, 1, 0, 3_600_000);
  expect(replay(ring, 4).positions).toEqual([5]);
});

test("C055 a record of 1 MiB is taken, a longer one refused before anything changes", () => {
  const ring = ringOf();
  fill(ring, 1, limits.recordBytes);
  expect(() => ring.append(recordAt(2, limits.recordBytes + 1), 0)).toThrow(RangeError);
  expect([ring.head, ring.bytes]).toEqual([1, limits.recordBytes]);
});

test("C071 all readers at a position get one and the same buffer, until there is more to send", () => {
  const ring = ringOf();
  fill(ring, 400);
  expect(ring.frameAfter(0, "sse")).toBe(ring.frameAfter(0, "sse"));
  const [full, rest] = [ring.frameAfter(0, "sse"), ring.frameAfter(256, "sse")];
  fill(ring, 1);
  expect(ring.frameAfter(0, "sse")).toBe(full);
  expect(ring.frameAfter(256, "sse")).not.toBe(rest);
  expect(replay(ring, 256).positions).toEqual(span(256, 401));
});

test("C071 a full frame that ended at the head says so no longer when there is more", () => {
  const ring = ringOf();
  fill(ring, 256);
  expect(ring.frameAfter(0, "sse")?.caughtUp).toBe(true);
  fill(ring, 1);
  expect(ring.frameAfter(0, "sse")?.caughtUp).toBe(false);
});
