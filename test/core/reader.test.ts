/** What is next for a reader (P-S11, P-S15). */
import { expect, test } from "vitest";
import { drained, newReader, nextStep, type Reader, sent } from "../../src/agent/wire/core/reader.js";
import type { Ring } from "../../src/agent/wire/core/ring.js";
import { fill, ringOf } from "./stream.js";

/** Carries out what is next until the reader is parked or done, and says what was done. */
function run(
  reader: Reader,
  ring: Ring,
  now: number,
  takes = Number.POSITIVE_INFINITY,
): { reader: Reader; did: string[] } {
  const did: string[] = [];
  for (let left = takes, now_ = reader; ; left -= 1) {
    const step = nextStep(now_, ring, now);
    if (step.kind === "park") return { reader: now_, did: [...did, `park until ${step.until}`] };
    did.push(step.kind);
    if (step.kind === "close" || step.kind === "reset") return { reader: now_, did };
    const position = step.kind === "frame" ? (ring.frameAfter(now_.position, "sse")?.last ?? -1) : now_.position;
    now_ = sent(position, left > 1, now);
  }
}

test("C079 a heartbeat comes first, also when records wait; then them", () => {
  const ring = ringOf();
  expect(run(newReader(0), ring, 1_000).did).toEqual(["heartbeat", "park until 16000"]);
  fill(ring, 300);
  const { reader, did } = run(newReader(0), ring, 1_000);
  expect(did).toEqual(["heartbeat", "frame", "frame", "park until 16000"]);
  expect(reader.position).toBe(300);
});

test("C079 a quiet stream has a heartbeat every 15 s, counted from the last message", () => {
  const ring = ringOf();
  const { reader } = run(newReader(0), ring, 0);
  expect(nextStep(reader, ring, 14_999)).toEqual({ kind: "park", until: 15_000 });
  const later = run(reader, ring, 15_000);
  expect(later.did).toEqual(["heartbeat", "park until 30000"]);
  fill(ring, 1);
  const got = run(later.reader, ring, 20_000);
  expect(got.did).toEqual(["frame", "park until 35000"]);
  expect(run(got.reader, ring, 30_000).did).toEqual(["park until 35000"]);
});

test("C069 a reader that was overtaken, or is before a barrier, gets a reset and nothing more", () => {
  const ring = ringOf({ records: 10 });
  const { reader } = run(newReader(0), ring, 0);
  fill(ring, 11);
  expect(run(reader, ring, 1).did).toEqual(["reset"]);
  const current = run(newReader(11), ring, 0).reader;
  fill(ring, 1);
  ring.bar();
  expect(run(current, ring, 1).did).toEqual(["reset"]);
  expect(nextStep(current, ring, 1)).toEqual({ kind: "reset", code: "reset_required" });
  expect(run(newReader(12), ring, 1).did).toEqual(["heartbeat", "park until 15001"]);
});

test("C071 who takes nothing is parked, goes on where it was when it has taken, and is closed after 60 s", () => {
  const ring = ringOf();
  fill(ring, 600);
  const blocked = run(newReader(0), ring, 1_000, 2);
  expect(blocked.did).toEqual(["heartbeat", "frame", "park until 61000"]);
  fill(ring, 1_000);
  expect(nextStep(blocked.reader, ring, 60_999)).toEqual({ kind: "park", until: 61_000 });
  expect(nextStep(blocked.reader, ring, 61_000)).toEqual({ kind: "close" });
  const again = run(drained(blocked.reader), ring, 60_999);
  expect(again.did.filter((step) => step === "frame")).toHaveLength(6);
  expect(again.reader.position).toBe(1_600);
});

test("C071 who was overtaken while it took nothing is told when it takes again", () => {
  const ring = ringOf({ records: 10 });
  const { reader } = run(newReader(0), ring, 0, 1);
  fill(ring, 20);
  expect(nextStep(reader, ring, 5)).toEqual({ kind: "park", until: 60_000 });
  expect(run(drained(reader), ring, 6).did).toEqual(["reset"]);
});
