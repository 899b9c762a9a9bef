/** `GET /attachments/{artifact_id}`: attachments of prompts and texts that are too long for their items, in ranges (spec 2.4 and 4.2, P-S43, P-S69). */
import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { limits } from "../../src/generated/protocol/tables.js";
import type { AttachmentChunk, HistoryItem, InputList, ProtocolError } from "../../src/generated/protocol/types.js";
import { isAttachmentChunk } from "../../src/generated/protocol/validators.js";
import { cases } from "../cases.js";
import { single } from "../model/asking.js";
import { DONE, delta, finish, gate, modelServer, saying } from "../model/server.js";
import { Disk } from "../ports/disk.js";
import { type Bench, running, settled } from "./bench.js";
import type { TestExchange } from "./exchange.js";
import { call, wired } from "./wire.js";

const ATTACHMENTS = "/state/sessions-v1/session-1/attachments";

/** Bytes that are no text, and that differ everywhere. */
function noise(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at < length; at += 1) bytes[at] = (at * 31 + (at >> 8) * 17) & 0xff;
  return bytes;
}

const sent = (bytes: Uint8Array, media_type = "application/octet-stream", name?: string) => ({
  ...{ media_type, data_base64: Buffer.from(bytes).toString("base64") },
  ...(name === undefined ? {} : { name }),
});

const digest = (bytes: Uint8Array | string): string => createHash("sha256").update(bytes).digest("hex");

const code = (exchange: TestExchange): readonly unknown[] => [exchange.status, exchange.json<ProtocolError>().code];

async function checkpointOf(bench: Bench): Promise<string> {
  return (await bench.sync()).history_checkpoint;
}

/** A range by the checkpoint of now. */
async function asked(bench: Bench, id: string, query = ""): Promise<TestExchange> {
  return bench.get(`/attachments/${id}?checkpoint=${await checkpointOf(bench)}${query}`);
}

async function chunkOf(bench: Bench, id: string, query = ""): Promise<AttachmentChunk & { readonly bytes: Buffer }> {
  const answer = await asked(bench, id, query);
  expect(answer.status, answer.text.slice(0, 300)).toBe(200);
  const chunk = answer.json<AttachmentChunk>();
  expect(isAttachmentChunk(chunk)).toBe(true);
  return { ...chunk, bytes: Buffer.from(chunk.data_base64, "base64") };
}

/** The ids that items list. */
function idsOf(items: readonly HistoryItem[]): readonly string[] {
  return items.flatMap(({ attachments = [], elided }) => [
    ...attachments.flatMap((one) => ("artifact_id" in one ? [one.artifact_id] : [])),
    ...(elided?.artifact_id === undefined ? [] : [elided.artifact_id]),
  ]);
}

test("C227 a chunk has the five fields of spec 2.4 and no other, over a real connection", async () => {
  const { bench, url } = await wired();
  const bytes = noise(1000);
  await bench.turn("look", { attachments: [sent(bytes, "image/png", "a.png")] });
  const { history_checkpoint } = await bench.sync();
  const { status, headers, text } = await call(
    url,
    `/attachments/${digest(bytes)}?checkpoint=${history_checkpoint}&offset=10&length=20`,
  );
  expect([status, headers["content-type"], headers["cache-control"]]).toEqual([200, "application/json", "no-store"]);
  expect(JSON.parse(text)).toEqual({
    ...{ artifact_id: digest(bytes), media_type: "image/png", total_length: 1000, offset: 10 },
    data_base64: bytes.subarray(10, 30).toString("base64"),
  });
});

test("C228 8 MiB are one response, and one byte more is 413", async () => {
  const bench = await running();
  const bytes = noise(limits.attachmentBytes + 10);
  await bench.turn("look", { attachments: [sent(bytes)] });
  const id = digest(bytes);
  for (const query of ["", `&length=${limits.attachmentBytes}`]) {
    const chunk = await chunkOf(bench, id, query);
    expect([chunk.bytes.length, chunk.total_length]).toEqual([limits.attachmentBytes, bytes.length]);
    expect(chunk.bytes.equals(bytes.subarray(0, limits.attachmentBytes))).toBe(true);
  }
  expect((await chunkOf(bench, id, `&offset=${limits.attachmentBytes}`)).bytes).toHaveLength(10);
  for (const length of [limits.attachmentBytes + 1, 2 ** 40, Number.MAX_SAFE_INTEGER])
    expect(code(await asked(bench, id, `&length=${length}`))).toEqual([413, "attachment_too_large"]);
});

test("C229 C230 adjacent ranges are the attachment, and a range past its end is the rest", async () => {
  const disk = new Disk(1);
  const bench = await running({ disk });
  const bytes = noise(5000);
  await bench.turn("look", { attachments: [sent(bytes)] });
  const id = digest(bytes);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 4000 }), { minLength: 1, maxLength: 12 }), async (lengths) => {
      const read: Buffer[] = [];
      let offset = 0;
      for (let at = 0; offset < bytes.length; at += 1) {
        const length = lengths[at % lengths.length] ?? 1;
        const chunk = await chunkOf(bench, id, `&offset=${offset}&length=${length}`);
        expect(chunk.bytes.length).toBe(Math.min(length, bytes.length - offset));
        expect(chunk.offset).toBe(offset);
        read.push(chunk.bytes);
        offset += chunk.bytes.length;
      }
      expect(Buffer.concat(read).equals(bytes)).toBe(true);
    }),
    { numRuns: cases(40) },
  );
  expect((await chunkOf(bench, id, "&offset=4999&length=5000")).bytes).toEqual(bytes.subarray(4999));
});

test("C231 ranges that no attachment has are 400", async () => {
  const bench = await running();
  const bytes = noise(100);
  await bench.turn("look", { attachments: [sent(bytes), sent(Buffer.alloc(0), "text/plain")] });
  const id = digest(bytes);
  const wrong = [
    ...["&offset=100", "&offset=101", "&offset=9007199254740991", "&length=0", "&offset=5&length=0", "&offset=-1"],
    ...[
      "&offset=1.5",
      "&offset=1e1",
      "&offset=0x1",
      "&offset=",
      "&length=",
      "&length=-5",
      "&offset=+1",
      "&offset=%201",
    ],
    ...["&offset=9007199254740991&length=1", `&offset=${"9".repeat(400)}`, "&length=99999999999999999999", "&offset=٣"],
    ...["&offset=NaN", "&length=Infinity", "&offset=1,2", "&offset=1%00", "&offset"],
  ];
  for (const query of wrong)
    expect([query, ...code(await asked(bench, id, query))]).toEqual([query, 400, "attachment_range_invalid"]);
  for (const query of ["&offset=1&offset=2", "&length=1&length=1", "&offset=%zz", "&checkpoint=x"])
    expect([query, ...code(await asked(bench, id, query))]).toEqual([query, 400, "invalid_request"]);
  const empty = digest("");
  expect(await chunkOf(bench, empty)).toMatchObject({ total_length: 0, offset: 0, data_base64: "" });
  expect(await chunkOf(bench, empty, "&length=5")).toMatchObject({ data_base64: "" });
  for (const query of ["&length=0", "&offset=1"])
    expect(code(await asked(bench, empty, query))).toEqual([400, "attachment_range_invalid"]);
});

test("C234 what the items of the checkpoint do not list is not found", async () => {
  const bench = await running();
  const [first, second] = [noise(100), noise(200)];
  const empty = await checkpointOf(bench);
  await bench.turn("one", { attachments: [sent(first)] });
  const early = await checkpointOf(bench);
  await bench.turn("two", { attachments: [sent(second)] });
  const late = await checkpointOf(bench);
  const read = async (id: string, checkpoint: string) =>
    (await bench.get(`/attachments/${id}?checkpoint=${checkpoint}`)).status;
  expect([await read(digest(first), empty), await read(digest(first), early), await read(digest(first), late)]).toEqual(
    [404, 200, 200],
  );
  expect([await read(digest(second), early), await read(digest(second), late)]).toEqual([404, 200]);
  const missing = await bench.get(`/attachments/${digest(second)}?checkpoint=${early}`);
  expect(code(missing)).toEqual([404, "attachment_not_found"]);
});

test("C234 no name but that of a listed attachment reaches the disk", async () => {
  const disk = new Disk(1);
  const bench = await running({ disk });
  const bytes = noise(100);
  await bench.turn("one", { attachments: [sent(bytes)] });
  const id = digest(bytes);
  // A file that no item lists.
  const files = disk.files();
  const stray = await files.open(`${ATTACHMENTS}/${digest("stray")}`, "create");
  await stray.append(Buffer.from("stray"));
  const checkpoint = await checkpointOf(bench);
  const before = disk.operations.length;
  const names = [
    ...[
      digest("stray"),
      id.toUpperCase(),
      id.slice(1),
      `${id}0`,
      `${id}.new`,
      ` ${id}`,
      "session.json",
      "credential.json",
    ],
    ...[
      "..",
      ".",
      "../session.json",
      "..%2Fsession.json",
      "..%5csession.json",
      "%2e%2e%2fcredential.json",
      "%00",
      `${id}%00`,
    ],
    ...[`${id}/..`, `./${id}`, "a".repeat(5000), "%F0%9F%90%AD", "__proto__", "constructor", "%", "*", "~"],
  ];
  for (const name of names) {
    const answer = await bench.get(`/attachments/${name}?checkpoint=${checkpoint}`);
    expect([name, answer.status]).toEqual([name, 404]);
    expect(["attachment_not_found", "not_found"]).toContain(answer.json<ProtocolError>().code);
  }
  expect(disk.operations.slice(before)).toEqual([]);
});

test("C236 without a checkpoint 400, with a forged one 400, with one that has expired 410", async () => {
  const bench = await running();
  const bytes = noise(100);
  await bench.turn("one", { attachments: [sent(bytes)] });
  const id = digest(bytes);
  const { cursor, history_checkpoint: good, operation_window } = await bench.sync();
  const spoilt = Array.from(
    good,
    (letter, at) => good.slice(0, at) + (letter === "A" ? "B" : "A") + good.slice(at + 1),
  );
  for (const checkpoint of ["", cursor, operation_window?.window, `${good}A`, good.slice(1), `${good}%3D`, ...spoilt])
    expect(code(await bench.get(`/attachments/${id}?checkpoint=${checkpoint}`))).toEqual([400, "invalid_checkpoint"]);
  expect(code(await bench.get(`/attachments/${id}`))).toEqual([400, "invalid_checkpoint"]);
  bench.clock.pass(limits.checkpointLife - 1);
  expect((await bench.get(`/attachments/${id}?checkpoint=${good}`)).status).toBe(200);
  bench.clock.pass(1);
  expect(code(await bench.get(`/attachments/${id}?checkpoint=${good}`))).toEqual([410, "checkpoint_expired"]);
  const last = await checkpointOf(bench);
  await bench.daemon.stop("terminate");
  const again = await bench.again();
  expect(code(await again.get(`/attachments/${id}?checkpoint=${last}`))).toEqual([410, "checkpoint_expired"]);
  expect((await chunkOf(again, id)).bytes.equals(bytes)).toBe(true);
});

test("C236 of two sessions none reads with the checkpoint of the other", async () => {
  const disk = new Disk(1);
  const bytes = noise(100);
  const one = await running({ disk });
  await one.turn("one", { attachments: [sent(bytes)] });
  const foreign = await checkpointOf(one);
  const two = await running({ disk, session: "session-2" });
  await two.turn("two");
  expect(code(await two.get(`/attachments/${digest(bytes)}?checkpoint=${foreign}`))).toEqual([
    ...[400, "invalid_checkpoint"],
  ]);
  expect(code(await asked(two, digest(bytes)))).toEqual([404, "attachment_not_found"]);
});

test("C055 a text over 256 KiB is a whole attachment, which the checkpoint of its item lists", async () => {
  const text = `${"ä😀".repeat(60_000)}the end`;
  const server = await modelServer(saying(text));
  const bench = await running({ config: single(`${server.url}/v1`) });
  const before = await checkpointOf(bench);
  const stream = await bench.turn(`${text}?`);
  const finished = stream.records.flatMap((record) => (record.kind === "item_finished" ? [record.item] : []));
  const items = await bench.history();
  expect(items.map(({ elided }) => elided)).toEqual(finished.map(({ elided }) => elided));
  for (const [at, whole] of [`${text}?`, text].entries()) {
    const { elided, text: shown = "" } = items[at] ?? {};
    expect(elided).toEqual({ bytes: Buffer.byteLength(whole), sha256: digest(whole), artifact_id: digest(whole) });
    expect([whole.startsWith(shown), Buffer.byteLength(shown) <= limits.elidedTextBytes]).toEqual([true, true]);
    const chunk = await chunkOf(bench, digest(whole));
    expect([chunk.media_type, chunk.bytes.toString()]).toEqual(["text/plain; charset=utf-8", whole]);
    expect((await bench.get(`/attachments/${digest(whole)}?checkpoint=${before}`)).status).toBe(404);
  }
  await bench.daemon.stop("terminate");
  const again = await bench.again();
  for (const id of idsOf(items)) expect((await asked(again, id)).status).toBe(200);
});

test("an input that waits lists no attachment; from its turn on its item does", async () => {
  const go = gate();
  const server = await modelServer(async (one) => {
    one.head(200, { "content-type": "text/event-stream" });
    await go.passed;
    await one.send(`${delta("ok")}${finish()}${DONE}`);
    one.end();
  });
  const bench = await running({ config: single(`${server.url}/v1`) });
  const bytes = noise(100);
  const long = "x".repeat(300_000);
  await bench.post("/prompt", { content: "first" });
  expect((await bench.post("/turn/input", { content: long, attachments: [sent(bytes)] })).status).toBe(202);
  const { items } = (await bench.get("/turn/input")).json<InputList>();
  expect(items[0]).toMatchObject({
    elided: { artifact_id: digest(long) },
    attachments: [{ artifact_id: digest(bytes) }],
  });
  for (const id of [digest(long), digest(bytes)])
    expect(code(await asked(bench, id))).toEqual([404, "attachment_not_found"]);
  go.open();
  while ((await bench.sync()).history_total_items < 4) await settled(1);
  for (const id of [digest(long), digest(bytes)]) expect((await chunkOf(bench, id)).artifact_id).toBe(id);
});

test("equal bytes are one attachment, described by the item that listed them first", async () => {
  const bench = await running();
  const bytes = noise(100);
  await bench.turn("one", { attachments: [sent(bytes, "image/png"), sent(bytes, "image/gif")] });
  await bench.turn("two", { attachments: [sent(bytes, "application/pdf")] });
  expect((await chunkOf(bench, digest(bytes))).media_type).toBe("image/png");
});

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

test("P-S63 attachments are bounded and their base64 is canonical; what is refused leaves nothing behind", async () => {
  const disk = new Disk(1);
  const bench = await running({ disk });
  const one = sent(noise(3));
  const image = disk.image();
  const refused = async (attachments: unknown): Promise<readonly unknown[]> => {
    const answer = await bench.post("/prompt", { content: "x", attachments });
    const { code: said, details } = answer.json<ProtocolError>();
    return [answer.status, said, details?.field];
  };
  const wrong = [
    ...[Array.from({ length: 33 }, () => one), "no list", {}, [null], ["x"], [{}], [{ media_type: "a/b" }]],
    ...[[{ data_base64: "" }], [{ ...one, name: "x".repeat(256) }], [{ ...one, name: 7 }], [{ ...one, media_type: 7 }]],
    ...["image", "a/", "/b", "", "a/b/c", "a b/c", `a/${"b".repeat(126)}`, "a/b\r\nx: y"].map((media_type) => [
      { ...one, media_type },
    ]),
    ...[
      "AAA",
      "AA=A",
      "AA",
      "AB==",
      "AAB=",
      "A===",
      "====",
      "=",
      "AAAA=",
      " AAA",
      "AAAA\n",
      "AA-_",
      "QQ==QQ==",
      7,
      null,
    ].map((data_base64) => [{ ...one, data_base64 }]),
  ];
  for (const attachments of wrong)
    expect([attachments, ...(await refused(attachments))]).toEqual([
      attachments,
      400,
      "invalid_request",
      "attachments",
    ]);
  expect(disk.image()).toEqual(image);
  expect((await bench.sync()).history_total_items).toBe(0);
  const most = { ...one, name: "n".repeat(255), media_type: `a/${"b".repeat(125)}` };
  await bench.turn("x", { attachments: Array.from({ length: 32 }, () => most) });
  expect((await bench.history())[0]?.attachments).toHaveLength(32);
});

test("C245 what is read back of a text is scrubbed, and of other bytes what was sent", async () => {
  const secret = "sec-Ret/0123+456=789";
  const server = await modelServer(saying("ok"));
  const disk = new Disk(1);
  const bench = await running({
    disk,
    config: single(`${server.url}/v1`, `auth: { type: static_key, key: "${secret}" }`),
  });
  disk.forbidden = [secret];
  const env = Buffer.from(`A=1\nKEY=${secret}\n`);
  const image = noise(300);
  await bench.turn("look", { attachments: [sent(env, "application/octet-stream", ".env"), sent(image, "image/png")] });
  const [item] = await bench.history();
  expect(item?.attachments).toMatchObject([{ name: ".env", scrubbed: true }, { scrubbed: false }]);
  const [first = "", second = ""] = idsOf(item === undefined ? [] : [item]);
  expect((await chunkOf(bench, first)).bytes.toString()).toBe("A=1\nKEY=[redacted]\n");
  expect((await chunkOf(bench, second)).bytes.equals(image)).toBe(true);
  expect(code(await asked(bench, digest(env)))).toEqual([404, "attachment_not_found"]);
});
