/** The ring against an array that keeps everything and counts anew each time. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Ring, RingLimits } from "../../src/agent/wire/core/ring.js";
import { cases } from "../cases.js";
import { cursorAt, parsed, recordAt, ringOf, span } from "./stream.js";

const LIMITS = { records: 7, bytes: 600, age: 100, recordBytes: 200, frameRecords: 4, frameBytes: 700 };

class Model {
  readonly records: { readonly bytes: number; readonly at: number }[] = [];
  now = 0;
  barrier = 0;
  /** What was dropped stays dropped. */
  floor = 0;

  readonly limits: Required<RingLimits>;

  constructor(limits: Required<RingLimits>) {
    this.limits = limits;
  }

  settle(): void {
    const isOver = (): boolean => {
      const kept = this.records.slice(this.floor);
      const bytes = kept.reduce((sum, record) => sum + record.bytes, 0);
      const [oldest] = kept;
      const isOld = oldest !== undefined && this.now - oldest.at >= this.limits.age;
      return kept.length > this.limits.records || bytes > this.limits.bytes || isOld;
    };
    while (isOver()) this.floor += 1;
  }

  judge(position: number): string {
    if (position > this.records.length) return "beyond";
    if (position < this.barrier) return "reset_required";
    return position < this.floor ? "cursor_too_old" : "ok";
  }
}

type Step = fc.Command<Model, Ring>;

const append = fc.record({ bytes: fc.integer({ min: 30, max: 200 }), wait: fc.nat({ max: 40 }) }).map(
  ({ bytes, wait }): Step => ({
    check: () => true,
    run(model, ring) {
      model.now += wait;
      const record = recordAt(model.records.length + 1, bytes);
      model.records.push({ bytes: record.length, at: model.now });
      model.settle();
      ring.append(record, model.now);
      expect([ring.head, ring.floor]).toEqual([model.records.length, model.floor]);
    },
    toString: () => `append ${bytes} bytes after ${wait} ms`,
  }),
);

const wait = fc.nat({ max: 150 }).map(
  (ms): Step => ({
    check: () => true,
    run(model, ring) {
      model.now += ms;
      model.settle();
      ring.expire(model.now);
      expect([ring.head, ring.floor]).toEqual([model.records.length, model.floor]);
    },
    toString: () => `wait ${ms} ms`,
  }),
);

const bar = fc.constant<Step>({
  check: () => true,
  run(model, ring) {
    model.barrier = model.records.length;
    ring.bar();
  },
  toString: () => "bar",
});

const read = fc.record({ back: fc.nat({ max: 12 }), encoding: fc.constantFrom("sse" as const, "ndjson" as const) }).map(
  ({ back, encoding }): Step => ({
    check: () => true,
    run(model, ring) {
      const position = Math.max(0, model.records.length + 1 - back);
      expect(ring.judge(position)).toBe(model.judge(position));
      expect(ring.bytes).toBe(model.records.slice(model.floor).reduce((sum, { bytes }) => sum + bytes, 0));
      if (model.judge(position) !== "ok") return;
      const frame = ring.frameAfter(position, encoding);
      if (position === model.records.length) return expect(frame).toBeUndefined();
      const { records, cursor, caught_up } = parsed(frame?.bytes ?? new Uint8Array(), encoding);
      const last = position + records.length;
      expect(records.map((record) => record.position)).toEqual(span(position, last));
      expect([frame?.last, cursor, caught_up]).toEqual([last, cursorAt(last), last === model.records.length]);
      expect(records.length).toBeLessThanOrEqual(model.limits.frameRecords);
      expect(frame?.bytes.length).toBeLessThanOrEqual(model.limits.frameBytes);
    },
    toString: () => `read ${encoding} from ${back - 1} before the head`,
  }),
);

test("C049 C058 C178 whatever comes, the ring is what an array would be", () => {
  fc.assert(
    fc.property(
      fc.commands([append, append, append, wait, bar, read, read], { maxCommands: 200, size: "max" }),
      (steps) => {
        fc.modelRun(() => ({ model: new Model(LIMITS), real: ringOf(LIMITS) }), steps);
      },
    ),
    { numRuns: cases(500) },
  );
});
