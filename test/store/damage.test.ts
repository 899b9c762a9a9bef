/** Damage is told and never passed over; an unfinished write is cut off. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Files } from "../../src/agent/machine/interfaces/files.js";
import { openSession, readSession } from "../../src/agent/session/store/open.js";
import { encodeLine } from "../../src/agent/session/store/segment.js";
import { cases, some } from "../cases.js";
import { Disk } from "../ports/disk.js";
import { idsIn, itemEntry, logOf, NEW, open, optionsOn, PATHS, promptEntry, RESUME, SESSION, STATE } from "./bench.js";

const CORRUPT = { code: "history_corrupt" };

/** A session with segments of this length, let go of or finalized. */
async function written(groups: readonly number[], segmentBytes: number, end: "close" | "finalize"): Promise<Disk> {
  const disk = new Disk(1);
  const store = await open(disk, NEW, segmentBytes);
  for (const group of groups)
    await Promise.all(Array.from({ length: group }, () => store.append(promptEntry(store.totalItems))));
  await store[end]();
  return disk;
}

/** Opening fails, and leaves the log and what is beside it as they are. */
async function expectCorrupt(disk: Disk): Promise<void> {
  const before = disk.image();
  await expect(open(disk, RESUME)).rejects.toMatchObject(CORRUPT);
  expect(disk.image()).toEqual(before);
}

const FIRST = `${PATHS.log}/000001.log`;

describe("C292", () => {
  const segment = { t: "segment", session_id: SESSION, segment: 1, previous: null };
  const line = (n: number, s: number, rest: object = { t: "session", title: `line ${n}` }): Uint8Array =>
    encodeLine(JSON.stringify({ n, s, at: "2027-01-15T08:00:00.000Z", ...rest }));
  const bad = Buffer.from("00000000 {}\n");

  async function withLog(lines: readonly Uint8Array[]): Promise<Disk> {
    const disk = await written([1], 1_000_000, "close");
    disk.overwrite(FIRST, Buffer.concat(lines));
    return disk;
  }

  test("a bad line before a good one that calls it durable is damage", async () => {
    await expectCorrupt(await withLog([line(1, 0, segment), line(2, 1), bad, line(4, 3)]));
    await expectCorrupt(await withLog([line(1, 0, segment), bad, line(3, 1), bad, line(5, 2)]));
    await expectCorrupt(await withLog([bad, line(2, 1)]));
  });

  test("a bad line before good ones that do not call it durable is an unfinished write", async () => {
    const good = [line(1, 0, segment), line(2, 1)];
    for (const end of [[bad], [bad, line(4, 2)], [bad, line(4, 2), line(5, 2), bad], [line(4, 2)], [line(2, 1)]]) {
      const disk = await withLog([...good, ...end]);
      const store = await open(disk, RESUME);
      const [offset, bytes] = [Buffer.concat(good).length, Buffer.concat(end).length];
      expect(store.recovered).toMatchObject({ title: "line 2", trimmed: { name: "000001.log", offset, bytes } });
      expect(Buffer.from(disk.bytes(FIRST))).toEqual(Buffer.concat(good));
    }
  });

  test("a line is bad when a number is left out; a later one tells", async () => {
    await expectCorrupt(await withLog([line(1, 0, segment), line(3, 2)]));
    await expectCorrupt(await withLog([line(1, 0, segment), line(2, 1), line(2, 1), line(3, 2), line(4, 3)]));
  });

  test.each([
    ["that knows more than its own number", [line(1, 0, segment), line(2, 2)]],
    ["whose beginning is another session's", [line(1, 0, { ...segment, session_id: "other" })]],
    ["whose beginning is another segment's", [line(1, 0, { ...segment, segment: 2 })]],
    ["that has no beginning", [line(1, 0)]],
    ["that has two beginnings", [line(1, 0, segment), line(2, 1, segment)]],
    ["with a prompt without a name", [line(1, 0, segment), line(2, 1, { t: "prompt", generation: 0 })]],
  ])("a log %s is damaged, though its checksums are right", async (_, lines) => {
    await expectCorrupt(await withLog(lines));
  });

  test("entries of a kind that is not known are kept, and count for nothing", async () => {
    const disk = await withLog([line(1, 0, segment), line(2, 1, { t: "future", prompt_id: 7 })]);
    const store = await open(disk, RESUME);
    await store.append(itemEntry(0));
    expect(logOf(disk).get("000001.log")).toContain('"t":"future"');
    expect(await idsIn(store)).toEqual(["item-0"]);
  });
});

test("C292 any damaged byte before the last line of a running log is told, its newlines among them", async () => {
  const disk = await written([1, 1, 1], 1_000_000, "close");
  const whole = disk.bytes(FIRST);
  const last = whole.subarray(0, -1).lastIndexOf(0x0a) + 1;
  // Its newlines among them, and the byte before each.
  const ends = [...whole.keys()].filter((at) => whole[at] === 0x0a || whole[at + 1] === 0x0a);
  for (const at of new Set([...some([...whole.keys()]), ...ends])) {
    if (at >= last) continue;
    const damaged = whole.slice();
    damaged[at] = (damaged[at] ?? 0) ^ (1 << (at % 8));
    disk.overwrite(FIRST, damaged);
    await expectCorrupt(disk);
  }
});

test("C292 a log that ends anywhere opens with what is whole", async () => {
  const disk = await written([1, 2, 3], 1_000_000, "close");
  const whole = disk.bytes(FIRST);
  const ends = [...whole.entries()].filter(([, byte]) => byte === 0x0a).map(([index]) => index + 1);
  const lengths = Array.from({ length: whole.length + 1 }, (_, length) => length);
  for (const length of new Set([...some(lengths), ...ends])) {
    disk.overwrite(FIRST, whole.subarray(0, length));
    const store = await open(disk, RESUME);
    const lines = ends.filter((end) => end <= length).length;
    expect(store.totalItems).toBe(Math.max(0, lines - 1));
    await store.append(itemEntry(store.totalItems));
    await store.close();
    if (length > 0 && length < (ends[0] ?? 0))
      expect(store.recovered.trimmed).toMatchObject({ offset: 0, bytes: length });
    disk.overwrite(FIRST, whole);
  }
});

test("C215 any damaged byte of a finalized log is told, and so is a log that is too short, too long or gone", async () => {
  const disk = await written([2, 1, 3], 900, "finalize");
  const sound = logOf(disk);
  expect(sound.size).toBeGreaterThan(2);
  const stored = (): Promise<unknown> => readSession({ files: disk.files(), state: STATE, sessionId: SESSION });
  await expect(stored()).resolves.toMatchObject({ isFinal: true });
  for (const name of sound.keys()) {
    const path = `${PATHS.log}/${name}`;
    const whole = disk.bytes(path);
    for (const at of some([...whole.keys()])) {
      const damaged = whole.slice();
      damaged[at] = (damaged[at] ?? 0) ^ (1 << (at % 8));
      disk.overwrite(path, damaged);
      await expect(stored()).rejects.toMatchObject(CORRUPT);
    }
    for (const other of [whole.subarray(0, -1), Buffer.concat([whole, whole]), whole.subarray(0, 0)]) {
      disk.overwrite(path, other);
      await expectCorrupt(disk);
    }
    disk.overwrite(path, whole);
    await disk.files().remove(path);
    await expectCorrupt(disk);
    const file = await disk.files().open(path, "create");
    await file.append(whole);
    await file.sync();
    await disk.files().syncDirectory(PATHS.log);
  }
  await expect(stored()).resolves.toMatchObject({ isFinal: true });
});

test("a closed segment whose lines were changed, checksums and all, is told by the one after it", async () => {
  const disk = await written([1, 1, 1], 600, "close");
  const [beginning, line, ...more] = Buffer.from(disk.bytes(FIRST)).toString().split("\n");
  const other = Buffer.from(encodeLine(line?.slice(9).replace("text 0", "text 9") ?? ""))
    .toString()
    .trimEnd();
  expect(other).not.toBe(line);
  disk.overwrite(FIRST, Buffer.from([beginning, other, ...more].join("\n")));
  await expectCorrupt(disk);
});

test("C215 whole lines that go missing at the end of a finalized log are told", async () => {
  const disk = await written([1, 1, 1], 1_000_000, "finalize");
  const whole = disk.bytes(FIRST);
  disk.overwrite(FIRST, whole.subarray(0, whole.subarray(0, -1).lastIndexOf(0x0a) + 1));
  await expectCorrupt(disk);
});

test("a session whose log is gone has no empty history", async () => {
  const disk = new Disk(1);
  const begun = optionsOn(disk, NEW);
  await (await openSession(begun)).close();
  const files: Files = {
    ...disk.files(),
    status: async (path) => (path === PATHS.log ? undefined : begun.files.status(path)),
  };
  await expect(openSession({ ...begun, files, how: RESUME })).rejects.toMatchObject(CORRUPT);
});

test("a damaged final.json or session.json is told, and one of another session", async () => {
  const disk = await written([1], 1_000_000, "finalize");
  for (const path of [PATHS.final, PATHS.session]) {
    const whole = disk.bytes(path);
    const other = Buffer.from(Buffer.from(whole).toString().replace(SESSION, "session-2"));
    for (const damaged of [whole.subarray(1), Buffer.from("{}"), Buffer.from([0xff]), other]) {
      disk.overwrite(path, damaged);
      await expectCorrupt(disk);
    }
    disk.overwrite(path, whole);
  }
  await disk.files().remove(PATHS.session);
  await expectCorrupt(disk);
});

test("any damage in a closed segment of a running log is told, whatever became of the segment after it", async () => {
  const disk = await written([1, 1, 1, 1, 1, 1], 900, "close");
  const [first = "", second = "", ...more] = [...logOf(disk).keys()].map((name) => `${PATHS.log}/${name}`);
  expect(more.length).toBeGreaterThan(0);
  const whole = disk.bytes(first);
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), async (at, flip) => {
      const damaged = whole.slice();
      damaged[at] = (damaged[at] ?? 0) ^ flip;
      disk.overwrite(first, damaged);
      await expectCorrupt(disk);
    }),
    { numRuns: cases(1000) },
  );
  for (const path of more) await disk.files().remove(path);
  disk.overwrite(second, disk.bytes(second).subarray(0, 10));
  await expectCorrupt(disk);
  disk.overwrite(first, whole);
  expect((await open(disk, RESUME)).recovered.trimmed).toEqual({ name: "000002.log", offset: 0, bytes: 10 });
  expect([...logOf(disk).keys()]).toEqual(["000001.log"]);
});

test("an item that is damaged while the session runs is told to who reads it, and to nobody else", async () => {
  const disk = new Disk(1);
  const store = await open(disk, NEW);
  await store.append(itemEntry(0));
  await store.append(itemEntry(1));
  const bytes = disk.bytes(FIRST).slice();
  bytes[bytes.length - 5] = 0x21;
  disk.overwrite(FIRST, bytes);
  await expect(store.items(0, 2)).rejects.toMatchObject(CORRUPT);
  await expect(store.items(0, 1)).resolves.toHaveLength(1);
});
