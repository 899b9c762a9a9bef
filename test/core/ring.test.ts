/** The ring: what is kept, from where one can continue, and what fits into a message. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Encoding } from "../../src/agent/wire/core/message.js";
import { Ring } from "../../src/agent/wire/core/ring.js";
import { limits } from "../../src/generated/protocol/tables.js";
import { cases } from "../cases.js";
import { journalSuite } from "./journal-suite.js";
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

journalSuite("in memory", (limits) => new Ring(limits, envelope));

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
