/** The bookkeeping of captures: how many, how long, how many bytes (spec 8, P-S42). */
import fc from "fast-check";
import { expect, test } from "vitest";
import { type CaptureLimits, Captures, type Claim } from "../../src/agent/wire/core/captures.js";
import { limits } from "../../src/generated/protocol/tables.js";
import { cases } from "../cases.js";

function fixture(own: Partial<CaptureLimits> = {}) {
  let now = 0;
  const captures = new Captures<string>({ now: () => now }, { ...limits, ...own });
  /** Does what a claim says, as an owner does; the captures that it removes. */
  const settle = (ask: () => Claim): readonly number[] | "too-large" | "in-use" => {
    const removed: number[] = [];
    for (let claim = ask(); claim.kind !== "granted"; claim = ask()) {
      if (claim.kind === "refused") return claim.reason;
      removed.push(claim.capture);
      captures.removed(claim.capture);
    }
    return removed;
  };
  const made = (bytes: number): number => {
    const capture = captures.begin() ?? -1;
    settle(() => captures.claim(capture, bytes));
    settle(() => captures.keep(capture, `of ${bytes}`));
    return capture;
  };
  const pass = (ms: number): void => {
    now += ms;
  };
  return { captures, settle, made, pass };
}

const GIB = limits.spoolBytes;

test("C212 the quota is exact, and one byte more is too large", () => {
  const { captures, settle, made } = fixture();
  const a = made(GIB);
  expect(captures.find(a)).toBe(`of ${GIB}`);
  const b = captures.begin() ?? -1;
  expect(settle(() => captures.claim(b, GIB + 1))).toBe("too-large");
  // A capture that does not fit removes no other.
  expect(captures.find(a)).toBe(`of ${GIB}`);
  expect(settle(() => captures.claim(b, 1))).toEqual([a]);
});

test("P-S42 the oldest that nobody reads makes room; with none that is free there is none now", () => {
  const { captures, settle, made } = fixture({ spoolBytes: 10 });
  const [a, b, c] = [made(3), made(3), made(4)];
  const unpin = captures.pin(a);
  const d = captures.begin() ?? -1;
  expect(settle(() => captures.claim(d, 4))).toEqual([b, c]);
  expect(settle(() => captures.claim(d, 8))).toBe("in-use");
  unpin();
  expect(settle(() => captures.claim(d, 8))).toEqual([a]);
  const e = captures.begin() ?? -1;
  expect(settle(() => captures.claim(e, 3))).toBe("in-use");
  // Fewer bytes are granted at once, and are free for others.
  expect(settle(() => captures.claim(d, 5))).toEqual([]);
  expect(settle(() => captures.claim(e, 5))).toEqual([]);
});

test("C210 the ninth takes the place of the oldest that nobody reads, when it is made and not before", () => {
  const { captures, settle, made } = fixture();
  const eight = Array.from({ length: 8 }, () => made(1));
  const [a = -1, b = -1] = eight;
  const unpin = captures.pin(a);
  const ninth = captures.begin() ?? -1;
  expect(captures.find(b)).toBe("of 1");
  expect(settle(() => captures.keep(ninth, "ninth"))).toEqual([b]);
  expect([captures.find(a), captures.find(b), captures.find(ninth)]).toEqual(["of 1", undefined, "ninth"]);
  const unpins = [...eight.slice(2), ninth].map((capture) => captures.pin(capture));
  expect(captures.begin()).toBeUndefined();
  unpins[0]?.();
  expect(captures.begin()).toBeDefined();
  unpin();
});

test("C210 a capture ends after 600,000 ms, and leaves when nobody reads it any longer", () => {
  const { captures, made, pass } = fixture();
  const a = made(1);
  pass(599_999);
  expect(captures.find(a)).toBe("of 1");
  const unpin = captures.pin(a);
  pass(1);
  expect([captures.find(a), captures.leaving()]).toEqual([undefined, []]);
  unpin();
  expect(captures.leaving()).toEqual([a]);
});

test("C212 whatever is made, read, given up and removed, there are never more bytes or captures than may be", () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant("make" as const), bytes: fc.nat(120) }),
    fc.record({
      kind: fc.constantFrom("claim", "keep", "pin", "unpin", "drop", "sweep"),
      at: fc.nat(),
      bytes: fc.nat(120),
    }),
    fc.record({ kind: fc.constant("pass" as const), bytes: fc.nat(300_000) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let now = 0;
      const captures = new Captures<string>({ now: () => now }, { captures: 3, spoolBytes: 100, captureLife: 600_000 });
      /** Bytes on the disk, by capture. */
      const disk = new Map<number, number>();
      const [making, kept] = [new Set<number>(), new Set<number>()];
      const pins: { readonly capture: number; readonly unpin: () => void }[] = [];
      const settle = (ask: () => Claim): boolean => {
        for (let claim = ask(); ; claim = ask()) {
          if (claim.kind === "granted") return true;
          if (claim.kind === "refused") return false;
          const { capture } = claim;
          expect(pins.some((pin) => pin.capture === capture) || making.has(capture)).toBe(false);
          disk.delete(capture);
          kept.delete(capture);
          captures.removed(capture);
        }
      };
      for (const one of steps) {
        const at = "at" in one ? one.at : 0;
        const [pick, keep] = [[...making], [...kept]];
        const capture = pick[at % Math.max(1, pick.length)];
        const read = keep[at % Math.max(1, keep.length)];
        if (one.kind === "pass") now += one.bytes;
        if (one.kind === "make") {
          const begun = captures.begin();
          if (begun !== undefined) making.add(begun);
        }
        if (one.kind === "claim" && capture !== undefined && settle(() => captures.claim(capture, one.bytes)))
          disk.set(capture, one.bytes);
        if (one.kind === "keep" && capture !== undefined && settle(() => captures.keep(capture, "kept"))) {
          making.delete(capture);
          kept.add(capture);
        }
        if (one.kind === "pin" && read !== undefined && captures.find(read) !== undefined)
          pins.push({ capture: read, unpin: captures.pin(read) });
        if (one.kind === "unpin") pins.shift()?.unpin();
        if (one.kind === "drop" && capture !== undefined) {
          captures.drop(capture);
          making.delete(capture);
        }
        if (one.kind === "sweep")
          for (const left of captures.leaving()) {
            expect(pins.some((pin) => pin.capture === left)).toBe(false);
            disk.delete(left);
            kept.delete(left);
            captures.removed(left);
          }
        expect([...disk.values()].reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(100);
        expect([...kept].filter((each) => captures.find(each) !== undefined).length).toBeLessThanOrEqual(3);
        expect(making.size).toBeLessThanOrEqual(3);
      }
    }),
    { numRuns: cases(300) },
  );
});
