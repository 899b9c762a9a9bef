/** C294: a disk that is full, fails or says no, at each thing that it is asked. */

import { expect, test } from "vitest";
import { FileError, type FileFailure } from "../../src/agent/machine/interfaces/files.js";
import { sweep } from "../cases.js";
import { CHANGING, Disk, type Operation } from "../ports/disk.js";
import { idsIn, itemEntry, NEW, open, RESUME } from "./bench.js";

const SEGMENT = 900;

/** Fails the operation of this number among those that change the disk, and as many after it as `lasts` says. */
function failing(disk: Disk, number: number, lasts: number, failure: FileFailure): () => boolean {
  let seen = 0;
  disk.decide = ({ kind }: Operation) => {
    if (!CHANGING.has(kind)) return undefined;
    seen += 1;
    return seen >= number && seen < number + lasts ? failure : undefined;
  };
  return () => seen >= number;
}

const FAILURES = ["full", "io", "denied"] as const;

test.each(FAILURES)(
  "C294 %s at each operation: refused, read on, later it works again, nothing is half there",
  async (failure) => {
    for (const lasts of [1, 2, 1000]) {
      for (const number of sweep(FAILURES.indexOf(failure) + lasts)) {
        const disk = new Disk(number);
        let store = await open(disk, NEW, SEGMENT);
        await store.append(itemEntry(0));
        const wasReached = failing(disk, number, lasts, failure);
        const kept = ["item-0"];
        for (let index = 1; index <= 12; index += 1) {
          const refused = await store.append(itemEntry(index)).then(
            () => undefined,
            (error: unknown) => error,
          );
          if (refused === undefined) kept.push(`item-${index}`);
          else expect(refused).toMatchObject({ name: "FileError", failure });
          expect(store.failure).toBe(refused);
          expect(await idsIn(store)).toEqual(kept);
          if (index === 9) disk.decide = () => undefined;
        }
        expect(kept.slice(-3)).toEqual(["item-10", "item-11", "item-12"]);
        if (number % 2 === 0) await store.finalize();
        disk.crash();
        store = await open(disk, RESUME, SEGMENT);
        expect(await idsIn(store)).toEqual(kept);
        expect(store.recovered.trimmed).toBeUndefined();
        if (!wasReached()) break;
      }
    }
  },
);

test.each(["crash", "kill"] as const)(
  "C294 what was refused does not come back when there is a %s right after it",
  async (end) => {
    for (const [turn, failure] of FAILURES.entries()) {
      for (const number of sweep(turn)) {
        if (number > 60) break;
        const disk = new Disk(number);
        const store = await open(disk, NEW, SEGMENT);
        await store.append(itemEntry(0));
        // The write or its sync; now and then of a new segment.
        failing(disk, 1 + (Math.floor(number / 4) % 4), 1, failure);
        const kept = ["item-0"];
        for (let index = 1; kept.length === index; index += 1) {
          await store.append(itemEntry(index)).then(
            () => kept.push(`item-${index}`),
            (error: unknown) => expect(error).toMatchObject({ failure }),
          );
        }
        disk[end]();
        const again = await open(disk, RESUME, SEGMENT);
        expect(await idsIn(again)).toEqual(kept);
        expect(again.recovered.trimmed).toBeUndefined();
      }
    }
  },
);

test("C294 no segment is begun after one whose end is not clean, wherever the process ends", async () => {
  for (let number = 1, reached = true; reached; number += 1) {
    const disk = new Disk(number);
    const store = await open(disk, NEW, SEGMENT);
    await store.append(itemEntry(0));
    // A part of it is written, and cannot be cut off.
    let failed = 0;
    disk.decide = ({ kind }) => {
      if (!CHANGING.has(kind)) return undefined;
      failed += 1;
      return failed <= 2 ? "io" : undefined;
    };
    await expect(store.append(itemEntry(1))).rejects.toMatchObject({ failure: "io" });
    expect(failed).toBe(2);
    let seen = 0;
    disk.decide = () => {
      seen += 1;
      return seen === number ? "end-before" : undefined;
    };
    // Too long for what is left of the segment.
    const isKept = await store.append(itemEntry(1, "x".repeat(SEGMENT))).then(
      () => true,
      () => false,
    );
    reached = seen >= number;
    disk.kill();
    const ids = await idsIn(await open(disk, RESUME, SEGMENT));
    expect(ids).toEqual(isKept || ids.length === 2 ? ["item-0", "item-1"] : ["item-0"]);
  }
});

test("C294 all who wait are refused together, and what comes later is not", async () => {
  const disk = new Disk(1);
  const store = await open(disk, NEW);
  disk.decide = ({ kind }) => (kind === "append" ? "full" : undefined);
  const answers = await Promise.allSettled([0, 1, 2].map((index) => store.append(itemEntry(index))));
  expect(answers.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  disk.decide = () => undefined;
  await store.append(itemEntry(0));
  expect(await idsIn(store)).toEqual(["item-0"]);
});

test.each(FAILURES)(
  "C294 a session that cannot be begun, resumed or finalized for %s can be later",
  async (failure) => {
    for (let number = 1, reached = true; reached; number += 1) {
      const disk = new Disk(number);
      const wasReached = failing(disk, number, 1, failure);
      const attempt = async <Value>(act: () => Promise<Value>): Promise<Value> => {
        try {
          return await act();
        } catch (error) {
          expect(error).toBeInstanceOf(FileError);
          disk.decide = () => undefined;
        }
        return await act();
      };
      const begun = await attempt(() => open(disk, NEW)).catch((error: unknown) => {
        // The names were made and perhaps not yet on the disk when it failed.
        expect(error).toMatchObject({ code: "session_exists" });
        return open(disk, RESUME);
      });
      await attempt(() => begun.append(itemEntry(begun.totalItems)));
      await begun.finalize().catch((error: unknown) => expect(error).toBeInstanceOf(FileError));
      const resumed = await attempt(() => open(disk, RESUME));
      expect(await idsIn(resumed)).toEqual(["item-0"]);
      reached = wasReached();
    }
  },
);
