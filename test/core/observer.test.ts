/** Whom a hub asks when, and whose answer is fresh (spec 8, P-S51). */
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Asked, Observer } from "../../src/agent/wire/core/observer.js";
import { limits } from "../../src/generated/protocol/tables.js";
import { cases } from "../cases.js";

const idsOf = (asked: readonly Asked[]): readonly string[] => asked.map(({ id }) => id);

function observing(...ids: readonly string[]): Observer {
  const observer = new Observer();
  for (const id of ids) observer.watch(id, 0);
  return observer;
}

/** Asks whoever is due and ends each request at once. */
function askAll(observer: Observer, now: number, isGood: (id: string) => boolean = () => true): readonly string[] {
  const asked = observer.next(now);
  for (const { id, end } of asked) end(isGood(id), now);
  return idsOf(asked);
}

test("C189 a daemon is asked at once, and again after 5,000 ms, not after 4,999", () => {
  const observer = observing("a");
  expect([askAll(observer, 0), observer.wakeAt(0)]).toEqual([["a"], 5000]);
  expect([askAll(observer, 4999), askAll(observer, 5000)]).toEqual([[], ["a"]]);
});

test("C189 eight requests at once, the longest due first, and the ninth daemon when one of them ends", () => {
  const observer = new Observer();
  for (let each = 0; each < 10; each += 1) observer.watch(`d${each}`, 100 - each);
  const asked = observer.next(100);
  expect(idsOf(asked)).toEqual(["d9", "d8", "d7", "d6", "d5", "d4", "d3", "d2"]);
  expect([idsOf(observer.next(100)), observer.wakeAt(100)]).toEqual([[], Number.POSITIVE_INFINITY]);
  asked[3]?.end(true, 200);
  expect(idsOf(observer.next(200))).toEqual(["d1"]);
});

test("C189 an answer is fresh for 14,999 ms and stale at 15,000", () => {
  const observer = observing("a");
  expect(observer.isFresh("a", 0)).toBe(false);
  askAll(observer, 0);
  // From here on it does not answer.
  for (const now of [5000, 10_000]) askAll(observer, now, () => false);
  expect([observer.isFresh("a", 14_999), observer.faded(14_999)]).toEqual([true, []]);
  const waits = observer.next(15_000);
  expect(observer.wakeAt(14_999)).toBe(15_000);
  expect([observer.isFresh("a", 15_000), observer.faded(15_000), observer.faded(15_001)]).toEqual([false, ["a"], []]);
  for (const { end } of waits) end(true, 15_002);
  expect([observer.isFresh("a", 15_002), observer.faded(30_001), observer.faded(30_002)]).toEqual([true, [], ["a"]]);
});

test("C189 four of the eight requests go to daemons whose last answer failed, and not a fifth", () => {
  const dead = Array.from({ length: 12 }, (_, each) => `dead${each}`);
  const observer = observing(...dead);
  askAll(observer, 0, () => false);
  askAll(observer, 0, () => false);
  for (let each = 0; each < 12; each += 1) observer.watch(`live${each}`, 5000);
  const asked = observer.next(5000);
  expect(idsOf(asked)).toEqual([...dead.slice(0, 4), "live0", "live1", "live2", "live3"]);
  asked[4]?.end(true, 5001);
  expect(idsOf(observer.next(5001))).toEqual(["live4"]);
  asked[0]?.end(false, 5002);
  expect(idsOf(observer.next(5002))).toEqual(["dead4"]);
});

test("a daemon that is forgotten while it is asked holds its request until that ends, and is not asked again", () => {
  const observer = observing(...Array.from({ length: 8 }, (_, each) => `d${each}`));
  const asked = observer.next(0);
  for (const { id } of asked) observer.forget(id);
  observer.watch("new", 0);
  expect(idsOf(observer.next(0))).toEqual([]);
  for (const { end } of asked) end(true, 1);
  expect([idsOf(observer.next(1)), observer.size]).toEqual([["new"], 1]);
  expect(observer.isFresh("d0", 1)).toBe(false);
});

test("a daemon that is watched anew is not fresh by an answer of the one before", () => {
  const observer = observing("a");
  const [before] = observer.next(0);
  observer.watch("a", 10);
  before?.end(true, 20);
  expect(observer.isFresh("a", 20)).toBe(false);
  expect(askAll(observer, 20)).toEqual(["a"]);
});

/** Time until a daemon's end of request, by its name; never more than the limit. */
interface Simulated {
  readonly observer: Observer;
  readonly step: (now: number) => void;
  /** Most requests at once so far: all, and those to daemons that had failed. */
  readonly most: { all: number; failing: number };
  readonly askedAt: ReadonlyMap<string, number[]>;
}

function simulated(ids: readonly string[], took: (id: string) => number): Simulated {
  const observer = observing(...ids);
  const [ends, failed, askedAt] = [new Map<Asked, number>(), new Set<string>(), new Map<string, number[]>()];
  const most = { all: 0, failing: 0 };
  const step = (now: number): void => {
    for (const [asked, at] of ends) {
      if (at > now) continue;
      ends.delete(asked);
      const isGood = took(asked.id) < limits.observerTimeout;
      if (isGood) failed.delete(asked.id);
      else failed.add(asked.id);
      asked.end(isGood, now);
    }
    for (const asked of observer.next(now)) {
      ends.set(asked, now + Math.min(took(asked.id), limits.observerTimeout));
      askedAt.set(asked.id, [...(askedAt.get(asked.id) ?? []), now]);
    }
    const under = [...ends.keys()];
    most.all = Math.max(most.all, under.length);
    most.failing = Math.max(most.failing, under.filter(({ id }) => failed.has(id)).length);
  };
  return { observer, step, most, askedAt };
}

test("C197 60 dead and 60 live daemons: the live ones stay fresh from their first answers on", () => {
  const ids = Array.from({ length: 120 }, (_, each) => `${each % 2 === 0 ? "dead" : "live"}${each}`);
  const live = ids.filter((id) => id.startsWith("live"));
  const { observer, step, most, askedAt } = simulated(ids, (id) => (id.startsWith("dead") ? 60_000 : 20));
  const stale = new Set<string>();
  for (let now = 0; now < 300_000; now += 20) {
    step(now);
    for (const id of observer.faded(now)) stale.add(id);
  }
  expect([...stale]).toEqual([]);
  expect(live.filter((id) => !observer.isFresh(id, 300_000))).toEqual([]);
  expect(most).toEqual({ all: 8, failing: 4 });
  // No daemon is given up: one that comes back is seen within a minute.
  for (const id of ids) expect(askedAt.get(id)?.at(-1)).toBeGreaterThan(240_000);
});

test("a thousand daemons that answer within 20 ms are each asked every 5 s, and stay fresh", () => {
  const ids = Array.from({ length: 1000 }, (_, each) => `d${each}`);
  const { observer, step, askedAt } = simulated(ids, () => 20);
  for (let now = 0; now < 60_000; now += 20) step(now);
  expect(ids.filter((id) => !observer.isFresh(id, 59_980))).toEqual([]);
  for (const id of ids) {
    const moments = askedAt.get(id) ?? [];
    expect(moments.length).toBe(12);
    expect(moments.slice(1).every((at, index) => at - (moments[index] ?? 0) >= limits.observerInterval)).toBe(true);
  }
});

test("C189 whatever ends when, at most 8 are asked at once, 4 of them failing, no one twice at once or within 5 s", () => {
  const plan = fc.record({
    took: fc.array(fc.nat({ max: 4000 }), { minLength: 1, maxLength: 40 }),
    step: fc.integer({ min: 7, max: 900 }),
  });
  fc.assert(
    fc.property(plan, ({ took, step: each }) => {
      const ids = took.map((_, index) => `d${index}`);
      const { observer, step, most, askedAt } = simulated(ids, (id) => took[Number(id.slice(1))] ?? 0);
      for (let now = 0; now < 20_000; now += each) {
        step(now);
        // The hub is never woken for nothing.
        expect(observer.wakeAt(now)).toBeGreaterThan(now);
      }
      expect(most.all).toBeLessThanOrEqual(8);
      expect(most.failing).toBeLessThanOrEqual(4);
      for (const moments of askedAt.values())
        expect(moments.slice(1).every((at, index) => at - (moments[index] ?? 0) >= 5000)).toBe(true);
    }),
    { numRuns: cases(500) },
  );
});
