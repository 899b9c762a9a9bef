/** What every store of a fleet's snapshots must hold: what fits, for how long, and how it is cut into pages (P-S50). */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Entries, Snapshot, SnapshotLimits, SnapshotStore } from "../../src/agent/wire/core/snapshots.js";
import { limits } from "../../src/generated/protocol/tables.js";
import { cases } from "../cases.js";

const LIMITS: SnapshotLimits = {
  count: limits.fleetSnapshots,
  bytes: limits.fleetSnapshotBytes,
  life: limits.fleetSnapshotLife,
  pageEntries: limits.fleetPageEntries,
  pageBytes: limits.fleetPageBytes,
};

/** So many sessions, each of so many bytes. */
const sessions = (count: number, bytes = 2): Entries => ({
  projects: [],
  sessions: new Array<string>(count).fill("x".repeat(bytes)),
});

function taken(answer: Snapshot | "too-large" | "busy"): Snapshot {
  if (typeof answer === "string") throw new Error(answer);
  return answer;
}

const sizes = ({ pages }: Snapshot): readonly number[] =>
  pages.map((page) => page.projects.length + page.sessions.length);

/** `make`: a store with these limits, and nothing in it. */
export function snapshotsSuite(name: string, make: (limits: SnapshotLimits) => SnapshotStore): void {
  const storeOf = (some: Partial<SnapshotLimits> = {}): SnapshotStore => make({ ...LIMITS, ...some });

  describe(name, () => {
    test("C159 200 entries are one page, 201 two; projects and sessions count alike; none are one empty page", () => {
      const store = storeOf();
      const of = (entries: Entries): readonly number[] => sizes(taken(store.take(entries, "c", 0)));
      expect([of(sessions(0)), of(sessions(200)), of(sessions(201)), of(sessions(400))]).toEqual([
        ...[[0], [200], [200, 1], [200, 200]],
      ]);
      const projects = new Array<string>(150).fill("{}");
      const { pages, total } = taken(store.take({ ...sessions(100), projects }, "c", 0));
      expect(pages.map((page) => [page.projects.length, page.sessions.length])).toEqual([
        [150, 50],
        [0, 50],
      ]);
      expect(total).toBe(250);
    });

    test("C159 a page of 1 MiB is one page, and a byte more are two; commas count, and letters of several bytes", () => {
      const store = storeOf();
      const half = limits.fleetPageBytes / 2;
      const of = (...texts: readonly string[]): readonly number[] =>
        sizes(taken(store.take({ projects: [], sessions: texts }, "c", 0)));
      const long = (bytes: number): string => "x".repeat(bytes - 1);
      expect(of(long(half), long(half))).toEqual([2]);
      expect(of(long(half), long(half + 1))).toEqual([1, 1]);
      expect(of("ä".repeat(half / 2 - 1), long(half + 1))).toEqual([2]);
      expect(of("ä".repeat(half / 2 - 1), long(half + 2))).toEqual([1, 1]);
    });

    test("C167 a snapshot is found after 599,999 ms, and not after 600,000", () => {
      const store = storeOf();
      const { id } = taken(store.take(sessions(1), "c", 1000));
      expect(store.find(id, 600_999)?.id).toBe(id);
      expect([store.find(id, 601_000), store.size, store.bytes]).toEqual([undefined, 0, 0]);
    });

    test("C167 eight are kept, and the ninth drops the first", () => {
      const store = storeOf();
      const ids = Array.from({ length: 8 }, () => taken(store.take(sessions(1), "c", 0)).id);
      expect(ids.map((id) => store.find(id, 0)?.id)).toEqual(ids);
      const ninth = taken(store.take(sessions(1), "c", 0)).id;
      expect(ids.map((id) => store.find(id, 0)?.id)).toEqual([undefined, ...ids.slice(1)]);
      expect([store.find(ninth, 0)?.id, store.size]).toEqual([ninth, 8]);
    });

    test("a snapshot of 32 MiB is kept alone, one byte more is too large, and drops nothing", () => {
      const store = storeOf();
      const small = taken(store.take(sessions(1), "c", 0)).id;
      const whole = { projects: ["x".repeat(limits.fleetSnapshotBytes - 10)], sessions: ["y".repeat(10)] };
      expect(store.take({ ...whole, sessions: ["y".repeat(11)] }, "c", 0)).toBe("too-large");
      expect(store.find(small, 0)?.id).toBe(small);
      const { id } = taken(store.take(whole, "c", 0));
      expect([store.find(small, 0), store.find(id, 0)?.id, store.bytes]).toEqual([
        undefined,
        id,
        limits.fleetSnapshotBytes,
      ]);
    });

    test("one that is being read is passed over; when all eight are, there is no room until one has been read", () => {
      const store = storeOf();
      const ids = Array.from({ length: 8 }, () => taken(store.take(sessions(1), "c", 0)).id);
      const pins = ids.map((id) => store.pin(id));
      const second = store.pin(ids[0] ?? 0);
      expect(store.take(sessions(1), "c", 0)).toBe("busy");
      expect(store.size).toBe(8);
      pins[0]?.();
      expect(store.take(sessions(1), "c", 0)).toBe("busy");
      pins[3]?.();
      taken(store.take(sessions(1), "c", 0));
      expect(ids.filter((id) => store.find(id, 0) === undefined)).toEqual([ids[3]]);
      second();
      taken(store.take(sessions(1), "c", 0));
      expect(ids.filter((id) => store.find(id, 0) === undefined)).toEqual([ids[0], ids[3]]);
    });

    test("time ends also one that is being read, and its reader's end changes nothing after that", () => {
      const store = storeOf({ count: 1 });
      const release = store.pin(taken(store.take(sessions(1), "c", 0)).id);
      expect(store.take(sessions(1), "c", 599_999)).toBe("busy");
      const { id } = taken(store.take(sessions(1), "c", 600_000));
      release();
      expect(store.find(id, 600_000)?.id).toBe(id);
      store.pin(id - 1)();
    });

    test("C163 whatever is taken, read and passes: counts and bytes stay within the limits, and what is found is what was taken", () => {
      const act = fc.oneof(
        fc.record({ kind: fc.constant("take" as const), sizes: fc.array(fc.nat({ max: 60 }), { maxLength: 12 }) }),
        fc.record({ kind: fc.constant("pin" as const), which: fc.nat() }),
        fc.record({ kind: fc.constant("release" as const), which: fc.nat() }),
        fc.record({ kind: fc.constant("pass" as const), ms: fc.nat({ max: 60 }) }),
      );
      fc.assert(
        fc.property(fc.array(act, { maxLength: 60 }), (acts) => {
          const store = storeOf({ count: 3, bytes: 400, life: 100, pageEntries: 4, pageBytes: 100 });
          const all: { readonly id: number; readonly entries: Entries; readonly at: number; pins: (() => void)[] }[] =
            [];
          let now = 0;
          for (const one of acts) {
            const some = "which" in one ? all[one.which % Math.max(1, all.length)] : undefined;
            if (one.kind === "pass") now += one.ms;
            if (one.kind === "pin" && some !== undefined) some.pins.push(store.pin(some.id));
            if (one.kind === "release") some?.pins.pop()?.();
            if (one.kind !== "take") continue;
            const texts = one.sizes.map((size, index) => `${index}`.padEnd(size, "x"));
            const entries = { projects: texts.slice(0, 2), sessions: texts.slice(2) };
            const pinned = all.filter(({ id, pins }) => pins.length > 0 && store.find(id, now) !== undefined);
            const answer = store.take(entries, `c${all.length}`, now);
            expect(store.size).toBeLessThanOrEqual(3);
            expect(store.bytes).toBeLessThanOrEqual(400);
            for (const { id } of pinned) expect(store.find(id, now)).toBeDefined();
            if (answer === "too-large") expect(texts.join("").length).toBeGreaterThan(400);
            else if (answer === "busy") expect(pinned.length).toBeGreaterThan(0);
            else all.push({ id: answer.id, entries, at: now, pins: [] });
          }
          for (const [index, { id, entries, at }] of all.entries()) {
            const found = store.find(id, now);
            if (now - at >= 100) expect(found).toBeUndefined();
            if (found === undefined) continue;
            const flat = (kind: keyof Entries): readonly string[] => found.pages.flatMap((page) => page[kind]);
            expect({ projects: flat("projects"), sessions: flat("sessions") }).toEqual(entries);
            expect([found.cursor, found.total]).toEqual([
              `c${index}`,
              entries.projects.length + entries.sessions.length,
            ]);
            for (const size of sizes(found)) expect(size).toBeLessThanOrEqual(4);
          }
        }),
        { numRuns: cases(1000) },
      );
    });
  });
}
