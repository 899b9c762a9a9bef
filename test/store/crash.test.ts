/** C291: killed anywhere, with and without the power going, a session opens again, and everything that was acknowledged is there once. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { SessionError } from "../../src/agent/session/store/failure.js";
import type { SessionStore } from "../../src/agent/session/store/session.js";
import { cases, sweep } from "../cases.js";
import { dice } from "../ports/chance.js";
import { CHANGING, type Decide, Disk, type Fate } from "../ports/disk.js";
import { idsIn, itemEntry, logOf, NEW, open, promptEntry, RESUME } from "./bench.js";

const SEGMENT = 1200;

interface Run {
  readonly acknowledged: string[];
  readonly appended: Set<string>;
}

/** Appends, some by themselves and some together; stops where the process ends. */
async function work(store: SessionStore, run: Run, from: number): Promise<void> {
  const one = async (index: number): Promise<void> => {
    run.appended.add(`item-${index}`);
    await store.append(index % 3 === 0 ? promptEntry(index) : itemEntry(index, "x".repeat((index * 37) % 300)));
    run.acknowledged.push(`item-${index}`);
  };
  for (const group of [1, 3, 2]) {
    const indexes = Array.from({ length: group }, (_, index) => store.totalItems + index);
    await Promise.all(indexes.map(one));
    await store.append({ t: "turn", prompt_id: `prompt-${from}`, outcome: "completed" });
  }
}

/** A session is made, worked with, finalized, resumed, worked with and let go of. Ends early and quietly where the process ends. */
async function life(disk: Disk, run: Run): Promise<void> {
  try {
    const first = await open(disk, NEW, SEGMENT);
    await work(first, run, 0);
    await first.finalize();
    const second = await open(disk, RESUME, SEGMENT);
    await work(second, run, 20);
    await second.close();
  } catch (error) {
    if (!String(error).includes("ENDED")) throw error;
  }
}

/** Ends the process at the operation of this number among those that change the disk. */
function endingAt(number: number, fate: Fate): { readonly decide: Decide; readonly reached: () => boolean } {
  let seen = 0;
  const decide: Decide = ({ kind }) => {
    if (!CHANGING.has(kind)) return undefined;
    seen += 1;
    return seen === number ? fate : undefined;
  };
  return { decide, reached: () => seen >= number };
}

/** Opens what is there after the end; a session that was never acknowledged to be there may not be. */
async function reopened(disk: Disk, run: Run): Promise<SessionStore> {
  try {
    return await open(disk, RESUME, SEGMENT);
  } catch (error) {
    if (!(error instanceof SessionError) || error.code !== "session_unknown") throw error;
    expect(run.acknowledged).toEqual([]);
    return await open(disk, NEW, SEGMENT);
  }
}

async function expectAll(store: SessionStore, run: Run): Promise<readonly string[]> {
  const ids = await idsIn(store);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !run.appended.has(id))).toEqual([]);
  const kept = new Set(ids);
  expect(run.acknowledged.filter((id) => !kept.has(id))).toEqual([]);
  // What was acknowledged later stands later.
  const places = run.acknowledged.map((id) => ids.indexOf(id));
  expect(places).toEqual([...places].sort((a, b) => a - b));
  return ids;
}

const FATES = ["end-before", "end-within", "end-after"] as const;

async function endAndLook(seed: number, number: number, fate: Fate, losesPower: boolean): Promise<boolean> {
  const disk = new Disk(seed);
  const run: Run = { acknowledged: [], appended: new Set() };
  const { decide, reached } = endingAt(number, fate);
  disk.decide = decide;
  await life(disk, run);
  if (!reached()) return false;
  if (losesPower) disk.crash();
  const store = await reopened(disk, run);
  const ids = await expectAll(store, run);
  await store.append(itemEntry(ids.length, "afterwards"));
  run.appended.add(`item-${ids.length}`);
  run.acknowledged.push(`item-${ids.length}`);
  // The power may also go when all is well: what was acknowledged stays.
  disk.crash();
  expect(await expectAll(await open(disk, RESUME, SEGMENT), run)).toHaveLength(ids.length + 1);
  return true;
}

test.each(FATES)("C291 the process ends at each operation (%s), and the power goes or not", async (fate) => {
  let last = 0;
  for (const number of sweep(FATES.indexOf(fate))) {
    if (!(await endAndLook(number, number, fate, false))) break;
    await endAndLook(number, number, fate, true);
    last = number;
  }
  expect(last).toBeGreaterThan(45);
});

test("C291 the power goes at any operation, and again at any operation of each recovery", async () => {
  const step = fc.record({ number: fc.integer({ min: 1, max: 12 }), fate: fc.constantFrom(...FATES) });
  const first = fc.record({ number: fc.integer({ min: 1, max: 80 }), fate: fc.constantFrom(...FATES) });
  await fc.assert(
    fc.asyncProperty(fc.nat(), first, fc.array(step, { maxLength: 4 }), async (seed, first, steps) => {
      const roll = dice(seed);
      const disk = new Disk(seed);
      const run: Run = { acknowledged: [], appended: new Set() };
      disk.decide = endingAt(first.number, first.fate).decide;
      await life(disk, run);
      for (const { number, fate } of steps) {
        if (roll(2) === 0) disk.crash();
        else disk.kill();
        disk.decide = endingAt(number, fate).decide;
        try {
          await work(await reopened(disk, run), run, 40);
        } catch (error) {
          if (!String(error).includes("ENDED")) throw error;
        }
      }
      disk.crash();
      await expectAll(await reopened(disk, run), run);
    }),
    { numRuns: cases(1500) },
  );
});

test("C291 what a killed process wrote and did not sync is synced before it counts as durable", async () => {
  for (let seed = 0; seed < 40; seed += 1) {
    const disk = new Disk(seed);
    const store = await open(disk, NEW);
    await store.append(itemEntry(0));
    disk.decide = ({ kind }) => (kind === "sync" ? "end-before" : undefined);
    await expect(store.append(itemEntry(1))).rejects.toThrow("ENDED");
    expect(await idsIn(await open(disk, RESUME))).toEqual(["item-0", "item-1"]);
    disk.crash();
    expect(await idsIn(await open(disk, RESUME))).toEqual(["item-0", "item-1"]);
  }
});

test("C291 a crash at the end of a write is told, with the bytes that were cut off", async () => {
  const disk = new Disk(3);
  const store = await open(disk, NEW);
  await store.append(itemEntry(0));
  const whole = logOf(disk).get("000001.log")?.length ?? 0;
  disk.kill();
  const path = [...disk.image().keys()].find((path) => path.endsWith("000001.log")) ?? "";
  disk.overwrite(path, Buffer.concat([disk.bytes(path), Buffer.from('01234567 {"n":3,"s":2,')]));
  const again = await open(disk, RESUME);
  expect(again.recovered.trimmed).toEqual({ name: "000001.log", offset: whole, bytes: 22 });
  expect(logOf(disk).get("000001.log")).toHaveLength(whole);
});
