/** The files of attachments, and their readers: what is lost or changed is told, and a slow reader costs no memory (P-S43). */
import { expect, test } from "vitest";
import { limits } from "../../src/generated/protocol/tables.js";
import type { AttachmentChunk } from "../../src/generated/protocol/types.js";
import { Disk } from "../ports/disk.js";
import { ATTACHMENTS, asked, checkpointOf, chunkOf, code, digest, noise, sent } from "./attached.js";
import { type Bench, running, settled } from "./bench.js";
import type { TestExchange } from "./exchange.js";

test("bytes that are gone are 404, changed ones 422, unreadable ones 503; a change after the first range is found too", async () => {
  const disk = new Disk(1);
  const bench = await running({ disk });
  const bytes = noise(3_000_000);
  await bench.turn("one", { attachments: [sent(bytes)] });
  const path = `${ATTACHMENTS}/${digest(bytes)}`;
  const id = digest(bytes);
  expect((await chunkOf(bench, id, "&length=1")).bytes).toHaveLength(1);
  const other = Buffer.from(bytes);
  other[2_999_999] = (other[2_999_999] ?? 0) ^ 1;
  // A file of another inode.
  disk.move(path);
  expect(code(await asked(bench, id))).toEqual([404, "history_unavailable"]);
  const file = await disk.files().open(path, "create");
  await file.append(other);
  expect(code(await asked(bench, id, "&length=1"))).toEqual([422, "history_corrupt"]);
  disk.overwrite(path, bytes.subarray(0, 100));
  expect(code(await asked(bench, id, "&length=1"))).toEqual([422, "history_corrupt"]);
  disk.overwrite(path, bytes);
  expect((await chunkOf(bench, id, "&length=1")).bytes).toHaveLength(1);
  disk.decide = ({ kind, path: at }) => (at === path && kind === "open" ? "denied" : undefined);
  const denied = await asked(bench, id);
  expect(code(denied)).toEqual([503, "storage_unavailable"]);
  expect(denied.text).not.toContain("/state");
  disk.decide = () => undefined;
  expect((await chunkOf(bench, id, "&length=1")).bytes).toHaveLength(1);
});

test("a long attachment is compared with its digest once, however many ranges are read", async () => {
  const disk = new Disk(1);
  const bench = await running({ disk });
  const bytes = noise(3 * 1_048_576);
  await bench.turn("one", { attachments: [sent(bytes)] });
  const id = digest(bytes);
  const reads = (): number => disk.operations.filter(({ kind, path }) => kind === "read" && path.endsWith(id)).length;
  const checkpoint = await checkpointOf(bench);
  const one = (offset: number) => bench.get(`/attachments/${id}?checkpoint=${checkpoint}&offset=${offset}&length=9`);
  const before = reads();
  const together = await Promise.all([one(0), one(100), one(200)]);
  expect(together.map(({ status }) => status)).toEqual([200, 200, 200]);
  // Each looks at the file and reads its range; the three pieces of the comparison are read once.
  expect(reads() - before).toBe(3 * 2 + 3);
  await one(300);
  expect(reads() - before).toBe(3 * 2 + 3 + 2);
});

/** A range of 8 MiB whose reader takes nothing yet. */
async function begun(bench: Bench, bytes: Uint8Array): Promise<TestExchange> {
  await bench.turn("one", { attachments: [sent(bytes)] });
  const stream = bench.send(`/attachments/${digest(bytes)}?checkpoint=${await checkpointOf(bench)}`);
  stream.isTaking = false;
  await stream.until(({ status }) => status === 200);
  return stream;
}

test("a reader gets a range as fast as it takes it, and costs one piece of memory", async () => {
  const bench = await running();
  const bytes = noise(2_000_000);
  const stream = await begun(bench, bytes);
  let most = 0;
  let read = 0;
  while (!stream.isEnded) {
    await settled();
    const held = stream.chunks.reduce((sum, { length }) => sum + length, 0);
    most = Math.max(most, held - read);
    read = held;
    stream.drain();
  }
  expect(most).toBeLessThanOrEqual(262_144);
  expect(Buffer.from(stream.json<AttachmentChunk>().data_base64, "base64").equals(bytes)).toBe(true);
  expect(stream.header("content-length")).toBe(String(Buffer.byteLength(stream.text)));
});

test("a reader that takes nothing for a minute is cut off, and one that leaves leaves nothing behind", async () => {
  const bench = await running();
  const bytes = noise(2_000_000);
  const slow = await begun(bench, bytes);
  await settled();
  bench.clock.pass(limits.blockedReader - 1);
  expect(slow.isDestroyed).toBe(false);
  bench.clock.pass(1);
  expect(slow.isDestroyed).toBe(true);
  await settled();
  const waiting = bench.clock.waiting;
  const gone = await begun(bench, bytes);
  await settled();
  expect(bench.clock.waiting).toBe(waiting + 1);
  gone.leave();
  await settled();
  expect([bench.clock.waiting, gone.isEnded]).toEqual([waiting, false]);
  expect((await chunkOf(bench, digest(bytes))).bytes.equals(bytes)).toBe(true);
});

test("a range that cannot be read to its end breaks off, so that it is not taken for the whole", async () => {
  const disk = new Disk(1);
  const bench = await running({ disk });
  const bytes = noise(2_000_000);
  const stream = await begun(bench, bytes);
  await settled();
  disk.overwrite(`${ATTACHMENTS}/${digest(bytes)}`, bytes.subarray(0, 1000));
  stream.isTaking = true;
  stream.drain();
  await settled();
  expect([stream.isDestroyed, stream.isEnded]).toEqual([true, false]);
  expect(bench.log.filter((line) => line.includes("an answer broke off"))).toHaveLength(1);
});

test("C117 an attachment that a killed process has named is on the disk before it is used again", async () => {
  const disk = new Disk(1);
  const bench = await running({ disk });
  const bytes = noise(100);
  const path = `${ATTACHMENTS}/${digest(bytes)}`;
  disk.decide = ({ kind, path: at }) => (kind === "rename" && at === path ? "end-after" : undefined);
  bench.send("/prompt", { method: "POST", body: JSON.stringify({ content: "one", attachments: [sent(bytes)] }) });
  await settled();
  disk.kill();
  const again = await bench.again();
  await again.turn("two", { attachments: [sent(bytes)] });
  disk.crash();
  const last = await again.again();
  expect((await chunkOf(last, digest(bytes))).bytes.equals(bytes)).toBe(true);
});
