/** What every journal of a stream must hold: positions, what is kept and for how long, and from where a reader can continue. */
import { describe, expect, test } from "vitest";
import type { Journal, RingLimits } from "../../src/agent/wire/core/ring.js";
import { limits } from "../../src/generated/protocol/tables.js";
import { daemonLimits, fill, recordAt, replay, span } from "./stream.js";

/** `make`: a journal with these limits, and nothing in it. */
export function journalSuite(name: string, make: (limits: RingLimits) => Journal): void {
  const ringOf = (some: Partial<RingLimits> = {}): Journal => make({ ...daemonLimits, ...some });

  describe(name, () => {
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
      expect([14, 15, 25, 26].map((position) => ring.judge(position))).toEqual([
        "cursor_too_old",
        "ok",
        "ok",
        "beyond",
      ]);
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
  });
}
