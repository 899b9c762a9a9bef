/** The log as it is written: its lines, its segments, and how many syncs they cost. */
import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeLine, encodeLine } from "../../src/agent/session/store/segment.js";
import { limits } from "../../src/generated/protocol/tables.js";
import { CHARACTER } from "../arbitrary/character.js";
import { cases } from "../cases.js";
import { Disk } from "../ports/disk.js";
import { idsIn, itemEntry, logOf, NEW, open, PATHS, promptEntry, RESUME, until } from "./bench.js";

interface Line {
  readonly n: number;
  readonly s: number;
  readonly t: string;
  readonly previous?: string | null;
}

/** What `cut -c10-` leaves of a file. */
function linesOf(text: string): readonly Line[] {
  return text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line.slice(9)) as Line);
}

test("a line is its checksum, a space and JSON, and says again what was written; no other bytes say anything", () => {
  const value = fc.record({ n: fc.nat(), s: fc.nat(), text: fc.string({ unit: CHARACTER }) });
  fc.assert(
    fc.property(value, fc.nat(), fc.integer({ min: 1, max: 255 }), (value, at, flip) => {
      const json = JSON.stringify(value);
      const line = encodeLine(json);
      const sum = crc32(json).toString(16).padStart(8, "0");
      expect(Buffer.from(line).toString()).toBe(`${sum} ${json}\n`);
      expect(decodeLine(line)).toEqual(JSON.parse(json));
      const damaged = line.slice();
      damaged[at % line.length] = (damaged[at % line.length] ?? 0) ^ flip;
      expect(decodeLine(damaged)).toBeUndefined();
      expect(decodeLine(line.subarray(0, at % line.length))).toBeUndefined();
    }),
    { numRuns: cases(2000) },
  );
});

test("a log explains itself: numbers without a gap, what was durable before, and what happened", async () => {
  const disk = new Disk(1);
  const store = await open(disk, NEW);
  await store.append({ t: "epoch", daemon_epoch: "0".repeat(32) });
  await Promise.all([store.append(promptEntry(0)), store.append(itemEntry(1))]);
  await store.append({ t: "turn", prompt_id: "prompt-0", outcome: "completed" });
  const lines = linesOf(logOf(disk).get("000001.log") ?? "");
  expect(lines.map(({ n, s, t }) => [n, s, t])).toEqual([
    [1, 0, "segment"],
    [2, 0, "epoch"],
    [3, 2, "prompt"],
    [4, 2, "item"],
    [5, 4, "turn"],
  ]);
  expect(Object.keys(lines[2] ?? {}).slice(0, 4)).toEqual(["n", "s", "at", "t"]);
});

test("C119 one write and one sync for many that wait, behind a slow disk too", async () => {
  const disk = new Disk(1);
  const store = await open(disk, NEW);
  await store.append({ t: "epoch", daemon_epoch: "0".repeat(32) });
  const before = { sync: disk.count("sync"), append: disk.count("append") };
  await Promise.all(Array.from({ length: 64 }, (_, index) => store.append(itemEntry(index))));
  expect(disk.count("sync") - before.sync).toBe(1);
  expect(disk.count("append") - before.append).toBe(1);

  const gates: (() => void)[] = [];
  disk.decide = ({ kind }) => (kind === "sync" ? new Promise((go) => gates.push(() => go(undefined))) : undefined);
  const acknowledged: number[] = [];
  const first = store.append(itemEntry(64)).then(() => acknowledged.push(64));
  await until(() => gates.length > 0);
  const others = Array.from({ length: 50 }, (_, index) =>
    store.append(itemEntry(65 + index)).then(() => acknowledged.push(65 + index)),
  );
  expect(acknowledged).toEqual([]);
  disk.decide = () => undefined;
  gates[0]?.();
  await Promise.all([first, ...others]);
  expect(acknowledged).toEqual(Array.from({ length: 51 }, (_, index) => 64 + index));
  expect(disk.count("sync") - before.sync).toBe(3);
});

test("C119 a crash under a slow disk leaves no half entry, and all that was acknowledged", async () => {
  for (let seed = 0; seed < 60; seed += 1) {
    const disk = new Disk(seed);
    const store = await open(disk, NEW);
    await store.append(itemEntry(0));
    let waits = false;
    disk.decide = ({ kind }) => {
      waits ||= kind === "sync";
      return kind === "sync" ? new Promise(() => {}) : undefined;
    };
    for (let index = 1; index < 20; index += 1) void store.append(itemEntry(index)).catch(() => {});
    await until(() => waits);
    disk.crash();
    const ids = await idsIn(await open(disk, RESUME));
    expect(ids).toEqual(Array.from(ids, (_, index) => `item-${index}`));
    expect(ids.length).toBeGreaterThan(0);
  }
});

test("segments are closed before they get longer than their limit, and each begins with the digest of the one before", async () => {
  expect(limits.logSegmentBytes).toBe(64 * 1024 * 1024);
  const disk = new Disk(1);
  const store = await open(disk, NEW, 2000);
  for (let index = 0; index < 30; index += 3)
    await Promise.all([0, 1, 2].map((more) => store.append(itemEntry(index + more))));
  const log = [...logOf(disk)];
  expect(log.length).toBeGreaterThan(3);
  for (const [index, [name, text]] of log.entries()) {
    const before = log[index - 1]?.[1];
    expect(name).toBe(`${String(index + 1).padStart(6, "0")}.log`);
    expect(text.length).toBeLessThanOrEqual(2000);
    expect(linesOf(text)[0]?.previous).toBe(
      before === undefined ? null : createHash("sha256").update(before, "latin1").digest("hex"),
    );
  }
  expect(linesOf(log.map(([, text]) => text).join("")).map(({ n }) => n)).toEqual(
    Array.from({ length: 30 + log.length }, (_, index) => index + 1),
  );
  expect(await idsIn(store)).toEqual(Array.from({ length: 30 }, (_, index) => `item-${index}`));
  await store.close();
  expect(await idsIn(await open(disk, RESUME, 2000))).toHaveLength(30);
});

test("a segment holds exactly its limit, and with one byte less of it the last line goes into the next one", async () => {
  const sizes = async (limit: number): Promise<readonly number[]> => {
    const disk = new Disk(1);
    const store = await open(disk, NEW, limit);
    for (let index = 0; index < 4; index += 1) await store.append(itemEntry(index));
    return [...logOf(disk).values()].map((text) => text.length);
  };
  const [whole = 0, ...none] = await sizes(1_000_000);
  expect(none).toEqual([]);
  expect(await sizes(whole)).toEqual([whole]);
  const [first = 0, second = 0] = await sizes(whole - 1);
  expect(first).toBeLessThan(whole);
  expect(second).toBeGreaterThan(0);
});

test("an entry longer than a segment has one for itself", async () => {
  const disk = new Disk(1);
  const store = await open(disk, NEW, 1000);
  await Promise.all([0, 1, 2].map((index) => store.append(itemEntry(index, "x".repeat(index === 1 ? 5000 : 1)))));
  expect(logOf(disk).size).toBe(3);
  await store.close();
  expect(await idsIn(await open(disk, RESUME, 1000))).toEqual(["item-0", "item-1", "item-2"]);
});

test("an entry is what it was when it was appended", async () => {
  const disk = new Disk(1);
  const store = await open(disk, NEW);
  const entry = { t: "session" as const, title: "before" };
  const done = store.append(entry);
  entry.title = "after";
  await done;
  expect(Buffer.from(disk.bytes(`${PATHS.log}/000001.log`)).toString()).toContain('"title":"before"');
  await store.close();
  await expect(store.append(entry)).rejects.toThrow("the log is closed");
});

test("items are read by index, within a segment and over segments, and never more than there are", async () => {
  const disk = new Disk(1);
  const store = await open(disk, NEW, 1500);
  for (let index = 0; index < 20; index += 1) {
    await store.append(itemEntry(index, "ä".repeat(index * 10)));
    await store.append({ t: "session", title: `title ${index}` });
  }
  await fc.assert(
    fc.asyncProperty(fc.nat(25), fc.nat(25), async (from, to) => {
      const items = await store.items(from, to);
      expect(items.map(({ index }) => index)).toEqual(
        Array.from({ length: 20 }, (_, index) => index).slice(from, Math.max(from, to)),
      );
      for (const { index, text } of items) expect(text).toBe("ä".repeat(index * 10));
    }),
  );
});
