/** The room of the spool: its quota, full disks, crashes, and somebody who removes it (P-S42, P-S75, C212). */
import { expect, test } from "vitest";
import { refuse } from "../../src/agent/wire/protocol/codes.js";
import { Disk } from "../ports/disk.js";
import { itemEntry } from "../store/bench.js";
import { code, HistoryBench, historyBench, SPOOL } from "./history-bench.js";

const KIB = 1024;

/** Looks at the spool after every write, and tells the most bytes that were in it. */
function watched(bench: HistoryBench): () => number {
  let most = 0;
  bench.disk.decide = () => {
    most = Math.max(most, bench.spooled());
    return undefined;
  };
  return () => most;
}

test("C212 the spool never has more bytes than its quota, also while several captures run", async () => {
  const bench = await historyBench({ limits: { spoolBytes: 100 * KIB } });
  for (const [session, count] of [
    ["a", 30],
    ["b", 40],
    ["c", 20],
    ["d", 1],
  ] as const)
    await bench.items(session, count, () => "x".repeat(KIB));
  const most = watched(bench);
  const rounds = [["a"], ["b"], ["c", "d"], ["a", "b"], ["b", "c"], ["a", "b", "c", "d"]];
  for (const round of rounds) {
    const answers = await Promise.all(round.map((session) => bench.history(session)));
    for (const answer of answers)
      expect([
        [200, undefined],
        [503, "snapshot_capacity_exceeded"],
      ]).toContainEqual(code(answer));
    expect(answers.some(({ status }) => status === 200)).toBe(true);
  }
  bench.disk.decide = () => undefined;
  expect(most()).toBeLessThanOrEqual(100 * KIB);
  expect(most()).toBeGreaterThan(50 * KIB);
});

test("P-S42 a capture over the quota is 413, by its items or its attachments, and leaves nothing behind", async () => {
  const bench = await historyBench({ limits: { spoolBytes: 50 * KIB } });
  await bench.items("s", 60, () => "x".repeat(KIB));
  await bench.items("small", 1);
  const { checkpoint } = await bench.page("small");
  expect(code(await bench.history("s"))).toEqual([413, "fleet_capacity_exceeded"]);
  expect((await bench.history("small", { checkpoint })).status).toBe(410);
  expect(bench.spooled()).toBe(0);
});

test("a log that is longer than the quota is captured when its items fit", async () => {
  const bench = await historyBench({ limits: { spoolBytes: 20 * KIB } });
  await bench.session("s", async (store) => {
    await store.append(itemEntry(0));
    for (let count = 0; count < 30; count += 1) await store.append({ t: "session", title: "x".repeat(KIB) });
  });
  expect((await bench.page("s")).total_items).toBe(1);
});

test("P-S42 with all captures in use there is no room now; the caller is told when to come again", async () => {
  const bench = await historyBench({ limits: { captures: 1 } });
  await bench.items("a", 3);
  await bench.items("b", 3);
  let other: Promise<unknown> | undefined;
  bench.disk.decide = async ({ kind, path }) => {
    if (kind !== "append" || !path.endsWith(".items") || other !== undefined) return undefined;
    const asked = bench.history("b");
    other = asked;
    expect(await asked).toMatchObject({ status: 503, code: "snapshot_capacity_exceeded", retryAfter: 1 });
    return undefined;
  };
  expect((await bench.page("a")).items.length).toBe(3);
  expect(other).toBeDefined();
  expect((await bench.page("b")).items.length).toBe(3);
  expect(refuse("snapshot_capacity_exceeded").status).toBe(503);
});

test("a full disk is 503 wherever it is met, and nothing half stays behind", async () => {
  const bench = await historyBench();
  await bench.items("s", 2000);
  const from = bench.disk.operations.length;
  await bench.page("s");
  const writes = bench.disk.operations
    .slice(from)
    .filter(({ kind, path }) => (kind === "create" || kind === "append") && path.startsWith(SPOOL)).length;
  bench.clock.pass(700_000);
  await bench.items("other", 1);
  for (let fails = 1; fails <= writes; fails += 1) {
    let count = 0;
    bench.disk.decide = ({ kind, path }) => {
      if ((kind !== "create" && kind !== "append") || !path.startsWith(SPOOL)) return undefined;
      count += 1;
      return count === fails ? "full" : undefined;
    };
    expect(code(await bench.history("s"))).toEqual([503, "storage_unavailable"]);
    bench.disk.decide = () => undefined;
    expect(bench.spooled()).toBe(0);
  }
  expect((await bench.page("s")).total_items).toBe(2000);
});

test("bytes that cannot be removed count until they are", async () => {
  const bench = await historyBench({ limits: { spoolBytes: 20 * KIB } });
  await bench.items("a", 15, () => "x".repeat(KIB));
  await bench.page("a");
  bench.disk.decide = ({ kind }) => (kind === "remove" ? "denied" : undefined);
  expect(code(await bench.history("a"))).toEqual([503, "storage_unavailable"]);
  expect(bench.spooled()).toBeLessThanOrEqual(20 * KIB);
  bench.disk.decide = () => undefined;
  expect((await bench.page("a")).total_items).toBe(15);
  expect(bench.spooled()).toBeLessThanOrEqual(20 * KIB);
});

test("what a crash leaves in the middle of a capture is removed by the next start, wherever it comes", async () => {
  const disk = new Disk(3);
  const first = await historyBench({ disk });
  await first.items("s", 1000);
  const image = () => [...disk.image()].filter(([path]) => !path.startsWith(SPOOL));
  const before = image();
  for (let last = 1; last < 14; last += 1) {
    const bench = await historyBench({ disk });
    let count = 0;
    disk.decide = ({ path }) => {
      if (path.startsWith(SPOOL)) count += 1;
      return count > last ? "end-within" : undefined;
    };
    await bench.history("s");
    disk.crash();
    const again = await historyBench({ disk });
    expect(again.spooled()).toBe(0);
    expect((await again.page("s")).total_items).toBe(1000);
    expect(image()).toEqual(before);
    disk.kill();
  }
});

test("two hubs on one state directory do not see each other's captures", async () => {
  const a = await historyBench();
  await a.items("s", 3);
  const b = await historyBench({ disk: a.disk, machine: a.machine, clock: a.clock });
  const [of, other] = [await a.page("s"), await b.page("s")];
  expect(code(await b.history("s", { checkpoint: of.checkpoint }))).toEqual([410, "snapshot_expired"]);
  await a.stopped.stop();
  expect((await b.page("s", { checkpoint: other.checkpoint })).items).toEqual(of.items);
});

test("a spool that somebody removes has expired its captures, and the next one works", async () => {
  const bench = await historyBench();
  await bench.items("s", 3);
  const { checkpoint } = await bench.page("s");
  bench.disk.move(`${SPOOL}`);
  expect(code(await bench.history("s", { checkpoint }))).toEqual([410, "snapshot_expired"]);
  const again = await bench.page("s");
  expect((await bench.page("s", { checkpoint: again.checkpoint })).items.length).toBe(3);
});

test("at its end a hub gives up what it is capturing, and leaves nothing", async () => {
  const bench = new HistoryBench();
  await bench.stopped.start();
  await bench.items("s", 3000);
  let stopped: Promise<void> | undefined;
  bench.disk.decide = ({ kind, path }) => {
    if (kind === "append" && path.endsWith(".items")) stopped ??= bench.stopped.stop();
    return undefined;
  };
  expect(code(await bench.history("s"))).toEqual([503, "storage_unavailable"]);
  await stopped;
  expect([...bench.disk.image().keys()].filter((path) => path.startsWith(SPOOL))).toEqual([]);
  expect(bench.clock.waiting).toBe(0);
});
