/** Attachments of stopped sessions, from a hub (spec 2.4, 4.2, P-S43). */
import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { kept } from "../../src/agent/session/store/long-text.js";
import { limits } from "../../src/generated/protocol/tables.js";
import type { AttachmentChunk } from "../../src/generated/protocol/types.js";
import { isAttachmentChunk } from "../../src/generated/protocol/validators.js";
import { cases } from "../cases.js";
import { noise } from "../daemon/attached.js";
import { Disk } from "../ports/disk.js";
import { itemEntry } from "../store/bench.js";
import { code, folderOf, type HistoryBench, historyBench, listing } from "./history-bench.js";

const digest = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

const listed = (bytes: Uint8Array, media_type = "application/octet-stream") => ({
  ...{ artifact_id: digest(bytes), media_type, total_length: bytes.length, scrubbed: false },
});

/** A session with one item for each of these, which lists it. */
async function attached(bench: HistoryBench, session: string, ...all: readonly Uint8Array[]): Promise<void> {
  await bench.session(session, async (store) => {
    for (const [index, bytes] of all.entries()) {
      await store.keepArtifact(digest(bytes), bytes);
      await store.append(listing(index, [listed(bytes)]));
    }
  });
}

const pathOf = (session: string, bytes: Uint8Array): string => `${folderOf(session)}/attachments/${digest(bytes)}`;

test("C227 a chunk has five fields; C229 C230 adjacent ranges give the artifact, and the last of them the rest", async () => {
  const disk = new Disk(1);
  const bench = await historyBench({ disk });
  const bytes = noise(1000);
  await attached(bench, "s", bytes);
  for (disk.clones of [false, true]) {
    const { checkpoint } = await bench.page("s");
    const { text } = await bench.attachment("s", digest(bytes), { checkpoint, offset: "990", length: "50" });
    const chunk = JSON.parse(text) as AttachmentChunk;
    expect(isAttachmentChunk(chunk)).toBe(true);
    expect(chunk).toEqual({
      ...{ artifact_id: digest(bytes), media_type: "application/octet-stream", total_length: 1000, offset: 990 },
      data_base64: bytes.subarray(990).toString("base64"),
    });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 1200 }), async (length) => {
        const parts: Buffer[] = [];
        for (let at = 0; at < 1000; at += length)
          parts.push(await bench.bytes("s", digest(bytes), checkpoint, at, length));
        expect(Buffer.concat(parts).equals(bytes)).toBe(true);
      }),
      { numRuns: cases(10) },
    );
  }
  expect(disk.operations.some(({ kind, path }) => kind === "append" && path.endsWith(`2.${digest(bytes)}`))).toBe(
    false,
  );
});

test("C228 8 MiB is answered, one byte more is 413; C231 empty, overflowing and foreign ranges are 400", async () => {
  const bench = await historyBench();
  const bytes = noise(limits.attachmentBytes + 10);
  await attached(bench, "s", bytes, noise(0));
  const { checkpoint } = await bench.page("s");
  const ask = (query: object, of: Uint8Array = bytes) => bench.attachment("s", digest(of), { checkpoint, ...query });
  expect((await bench.bytes("s", digest(bytes), checkpoint)).equals(bytes.subarray(0, limits.attachmentBytes))).toBe(
    true,
  );
  expect(code(await ask({ length: String(limits.attachmentBytes + 1) }))).toEqual([413, "attachment_too_large"]);
  const { length } = bytes;
  const wrong = [
    { offset: String(length) },
    { length: "0" },
    { offset: String(2 ** 53 - 1), length: "1" },
    { offset: "-1" },
    { offset: "+1" },
    { offset: "1e2" },
    { length: "" },
    { length: "0x10" },
  ];
  for (const query of wrong) expect(code(await ask(query))).toEqual([400, "attachment_range_invalid"]);
  expect((await bench.bytes("s", digest(noise(0)), checkpoint)).length).toBe(0);
  expect(code(await ask({ offset: "1" }, noise(0)))).toEqual([400, "attachment_range_invalid"]);
});

test("C234 what the checkpoint does not list is 404; the same artifact may be listed often, and by another capture not", async () => {
  const bench = await historyBench();
  const [a, b] = [noise(10), noise(20)];
  await bench.session("s", async (store) => {
    for (const bytes of [a, b]) await store.keepArtifact(digest(bytes), bytes);
    await store.append(
      listing(0, [listed(a, "image/png"), listed(a, "text/plain"), { unavailable: true, reason: "x" }]),
    );
    await store.append(listing(1, [listed(a)]));
  });
  const { checkpoint } = await bench.page("s");
  const { text } = await bench.attachment("s", digest(a), { checkpoint });
  expect((JSON.parse(text) as AttachmentChunk).media_type).toBe("image/png");
  for (const id of [digest(b), "items", "..", "", "0".repeat(64)])
    expect(code(await bench.attachment("s", id, { checkpoint }))).toEqual([404, "attachment_not_found"]);
});

test("C236 a checkpoint that is missing is 400, of another session 400, expired 410, of a source that changed 409 (C214)", async () => {
  const bench = await historyBench();
  const bytes = noise(10);
  const id = digest(bytes);
  await attached(bench, "s", bytes);
  await attached(bench, "t", bytes);
  const { checkpoint } = await bench.page("s");
  expect(code(await bench.attachment("s", id, {}))).toEqual([400, "invalid_checkpoint"]);
  expect(code(await bench.attachment("t", id, { checkpoint }))).toEqual([400, "invalid_checkpoint"]);
  expect(code(await bench.attachment("s", id, { checkpoint: "x" }))).toEqual([400, "invalid_checkpoint"]);
  expect((await bench.attachment("s", id, { checkpoint })).status).toBe(200);
  bench.clock.pass(limits.captureLife);
  expect(code(await bench.attachment("s", id, { checkpoint }))).toEqual([410, "snapshot_expired"]);
  const second = await bench.page("s");
  await bench.session("s", (store) => store.append(itemEntry(1)));
  const changed = await bench.attachment("s", id, { checkpoint: second.checkpoint });
  expect(code(changed)).toEqual([409, "history_source_changed"]);
});

test("bytes that are gone are 404, changed ones 422, at their ranges alone: the history can be read", async () => {
  const bench = await historyBench();
  const [good, gone, changed, longer, shorter, folder] = [1, 2, 3, 4, 5, 6].map((size) => noise(size * 100));
  if (!good || !gone || !changed || !longer || !shorter || !folder) throw new Error("none");
  await attached(bench, "s", good, gone, changed, longer, shorter, folder);
  bench.disk.move(pathOf("s", gone));
  bench.disk.overwrite(pathOf("s", changed), Buffer.from(changed).fill(1, 100, 101));
  bench.disk.overwrite(pathOf("s", longer), Buffer.concat([longer, Buffer.from("x")]));
  bench.disk.overwrite(pathOf("s", shorter), shorter.subarray(1));
  bench.disk.move(pathOf("s", folder));
  await bench.disk.files().makeDirectory(pathOf("s", folder));
  for (bench.disk.clones of [false, true]) {
    const { checkpoint, items } = await bench.page("s");
    expect(items.length).toBe(6);
    const ask = async (bytes: Uint8Array) => code(await bench.attachment("s", digest(bytes), { checkpoint }));
    expect(await ask(good)).toEqual([200, undefined]);
    for (const bytes of [gone, folder]) expect(await ask(bytes)).toEqual([404, "history_unavailable"]);
    for (const bytes of [changed, longer, shorter]) expect(await ask(bytes)).toEqual([422, "history_corrupt"]);
    // The source is not read again.
    bench.disk.move(pathOf("s", good), `${folderOf("s")}/attachments/elsewhere`);
    expect(await ask(good)).toEqual([200, undefined]);
    bench.disk.move(`${folderOf("s")}/attachments/elsewhere`, pathOf("s", good));
  }
});

test("the whole of a text that was too long for its item is an artifact as well", async () => {
  const bench = await historyBench();
  const text = "three blind mice ".repeat(40_000);
  await bench.session("s", async (store) => {
    const entry = itemEntry(0);
    if (entry.t !== "item") throw new Error("no item");
    await store.append({ ...entry, item: { ...entry.item, ...(await kept(text, store)) } });
  });
  const { items, checkpoint } = await bench.page("s");
  const id = items[0]?.elided?.artifact_id ?? "";
  expect((await bench.bytes("s", id, checkpoint)).toString()).toBe(text);
});
