/** The behaviour of any spool: a store beside the one on the disk runs through the same tests. */
import { describe, expect, test } from "vitest";
import type { Spool } from "../../src/agent/fleet/hub/history/spool.js";

export interface SpoolOfTest {
  readonly spool: Spool;
  /** The path of a file with these bytes, outside the spool. */
  readonly fileOf: (bytes: Uint8Array) => Promise<string>;
}

export async function readAll(spool: Spool, capture: number, part: string): Promise<string> {
  const reader = await spool.open(capture, part);
  try {
    return Buffer.from(await reader.readAt(0, 1000)).toString();
  } finally {
    await reader.close();
  }
}

export async function written(spool: Spool, capture: number, part: string, ...texts: string[]): Promise<void> {
  const writer = await spool.make(capture, part);
  for (const text of texts) await writer.append(Buffer.from(text));
  await writer.close();
}

export function spoolSuite(name: string, made: () => Promise<SpoolOfTest>): void {
  describe(name, () => {
    test("a part is the bytes that were appended, in ranges too", async () => {
      const { spool } = await made();
      await spool.start();
      await written(spool, 1, "items", "three ", "blind mice");
      await written(spool, 1, "empty");
      expect([await readAll(spool, 1, "items"), await readAll(spool, 1, "empty")]).toEqual(["three blind mice", ""]);
      const reader = await spool.open(1, "items");
      expect(Buffer.from(await reader.readAt(6, 5)).toString()).toBe("blind");
      expect((await reader.readAt(100, 5)).length).toBe(0);
      await reader.close();
    });

    test("a part is made once, and a missing one cannot be opened", async () => {
      const { spool } = await made();
      await spool.start();
      await written(spool, 1, "items", "x");
      await expect(spool.make(1, "items")).rejects.toMatchObject({ failure: "exists" });
      await expect(spool.open(1, "other")).rejects.toMatchObject({ failure: "missing" });
      await expect(spool.open(2, "items")).rejects.toMatchObject({ failure: "missing" });
    });

    test("removing a capture removes all its parts, and those of no other; one that is not there is no error", async () => {
      const { spool } = await made();
      await spool.start();
      for (const capture of [1, 11, 2]) for (const part of ["items", "a1"]) await written(spool, capture, part, "x");
      await spool.remove(1);
      await spool.remove(1);
      for (const part of ["items", "a1"])
        await expect(spool.open(1, part)).rejects.toMatchObject({ failure: "missing" });
      expect([await readAll(spool, 11, "a1"), await readAll(spool, 2, "items")]).toEqual(["x", "x"]);
      await written(spool, 1, "items", "anew");
      expect(await readAll(spool, 1, "items")).toBe("anew");
    });

    test("a clone has the bytes of the file, or there is none", async () => {
      const { spool, fileOf } = await made();
      await spool.start();
      const isCloned = await spool.clone(1, "a1", await fileOf(Buffer.from("mice")));
      const read = readAll(spool, 1, "a1");
      if (isCloned) expect(await read).toBe("mice");
      else await expect(read).rejects.toMatchObject({ failure: "missing" });
    });

    test("nothing can be written after the end, and nothing is left", async () => {
      const { spool } = await made();
      await spool.start();
      await written(spool, 1, "items", "x");
      const writer = await spool.make(2, "items");
      spool.end();
      await expect(writer.append(Buffer.from("y"))).rejects.toMatchObject({ failure: "io" });
      await expect(spool.make(3, "items")).rejects.toMatchObject({ failure: "io" });
      expect(await readAll(spool, 1, "items")).toBe("x");
      await writer.close();
      await spool.stop();
      await expect(spool.open(1, "items")).rejects.toMatchObject({ failure: "missing" });
    });
  });
}
