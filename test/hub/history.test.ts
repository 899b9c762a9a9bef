/** Pages of stopped sessions, from a hub (spec 2.6, 3, P-S39 to P-S42). */
import { expect, test } from "vitest";
import { TokenCodec, tagOf } from "../../src/agent/wire/protocol/token.js";
import { limits } from "../../src/generated/protocol/tables.js";
import { isHistoryPage } from "../../src/generated/protocol/validators.js";
import { itemEntry, promptEntry } from "../store/bench.js";
import { code, folderOf, historyBench, SPOOL } from "./history-bench.js";

test("C199 a stopped session has its checkpoint, its items and `next_page`; C202 256 items are one page, 257 two", async () => {
  const bench = await historyBench();
  await bench.items("s-256", 256);
  await bench.items("s-257", 257);
  await bench.items("s-0", 0);
  const one = await bench.page("s-256");
  expect([one.version, one.session_id, one.title, one.total_items]).toEqual([1, "s-256", null, 256]);
  expect([one.items.length, one.next_page, isHistoryPage(one)]).toEqual([256, null, true]);
  const { items, pages } = await bench.all("s-257");
  expect(pages.map((page) => [page.items.length, page.total_items, isHistoryPage(page)])).toEqual([
    [256, 257, true],
    [1, 257, true],
  ]);
  expect(items.map(({ index }) => index)).toEqual(Array.from({ length: 257 }, (_, at) => at));
  const none = await bench.page("s-0");
  expect([none.items, none.next_page, none.total_items, isHistoryPage(none)]).toEqual([[], null, 0, true]);
});

test("C202 a page has at most 2 MiB, also of items with many bytes; C207 the same request gives the same bytes", async () => {
  const bench = await historyBench();
  await bench.items("long", 7, () => 'ä\u0001"'.repeat(60_000));
  await bench.items("longest", 3, () => "x".repeat(1_040_000));
  await bench.items("many", 900, (index) => `${index}`.padEnd(200, "ü"));
  for (const session of ["long", "longest", "many"]) {
    const { items, pages } = await bench.all(session);
    expect(items.map(({ index }) => index)).toEqual(items.map((_, index) => index));
    expect(items.length).toBe(pages[0]?.total_items);
    for (const { checkpoint, next_page } of pages.filter((page) => page.next_page !== null)) {
      const query = { checkpoint, page: String(next_page) };
      const [a, b] = [await bench.history(session, query), await bench.history(session, query)];
      expect(Buffer.byteLength(a.text)).toBeLessThanOrEqual(limits.historyPageBytes);
      expect(a.text).toBe(b.text);
    }
    // A page that is not the last is as full as it may be.
    const [first, second] = pages;
    const more = Buffer.byteLength(JSON.stringify(first)) + Buffer.byteLength(JSON.stringify(second?.items[0]));
    if (second !== undefined && first?.items.length !== 256)
      expect(more).toBeGreaterThan(limits.historyPageBytes - 4096);
  }
});

test("C209 a request without a checkpoint has a new one, also two at one moment, whose files are shared", async () => {
  const bench = await historyBench();
  await bench.items("s", 3);
  const [a, b] = await Promise.all([bench.page("s"), bench.page("s")]);
  expect(bench.disk.operations.filter(({ kind, path }) => kind === "create" && path.endsWith(".items")).length).toBe(1);
  const c = await bench.page("s");
  expect(new Set([a.checkpoint, b.checkpoint, c.checkpoint]).size).toBe(3);
  for (const { checkpoint } of [a, b, c]) expect((await bench.page("s", { checkpoint })).items).toEqual(a.items);
});

test("C204 altered and foreign tokens are 400", async () => {
  const bench = await historyBench();
  await bench.items("s", 300);
  await bench.items("other", 300);
  const [page, again, other] = [await bench.page("s"), await bench.page("s"), await bench.page("other")];
  const { checkpoint } = page;
  const next = String(page.next_page);
  const spoilt = (token: string, at: number): string =>
    `${token.slice(0, at)}${token[at] === "A" ? "B" : "A"}${token.slice(at + 1)}`;
  const claims = { stream: tagOf("s"), epoch: tagOf("epoch"), position: 1, extra: 1 };
  const codec = new TokenCodec(Buffer.alloc(32, 7));
  const queries = [
    { page: next },
    { checkpoint: next },
    { checkpoint: "" },
    { checkpoint: codec.encode({ ...claims, kind: "history_checkpoint" }) },
    { checkpoint: other.checkpoint },
    { checkpoint, page: String(again.next_page) },
    { checkpoint, page: String(other.next_page) },
    { checkpoint, page: checkpoint },
    { checkpoint, page: "" },
    { checkpoint, page: codec.encode({ ...claims, kind: "history_page" }) },
    ...Array.from({ length: limits.tokenCharacters }, (_, at) => ({ checkpoint: spoilt(checkpoint, at) })),
    ...Array.from({ length: limits.tokenCharacters }, (_, at) => ({ checkpoint, page: spoilt(next, at) })),
  ];
  for (const query of queries) expect(code(await bench.history("s", query))).toEqual([400, "invalid_checkpoint"]);
  expect((await bench.page("s", { checkpoint, page: next })).items.length).toBe(44);
});

test("C210 a checkpoint ends after ten minutes by either clock, and with its hub; what has ended leaves the disk", async () => {
  const bench = await historyBench();
  await bench.items("s", 2);
  const { checkpoint } = await bench.page("s");
  bench.clock.pass(limits.captureLife - 1);
  expect((await bench.history("s", { checkpoint })).status).toBe(200);
  bench.clock.pass(1);
  expect(code(await bench.history("s", { checkpoint }))).toEqual([410, "snapshot_expired"]);
  const asleep = await bench.page("s");
  bench.clock.jump(limits.captureLife);
  expect(code(await bench.history("s", { checkpoint: asleep.checkpoint }))).toEqual([410, "snapshot_expired"]);
  const back = await bench.page("s");
  bench.clock.jump(-limits.captureLife);
  expect((await bench.history("s", { checkpoint: back.checkpoint })).status).toBe(200);
  bench.clock.pass(limits.captureLife + 1000);
  await bench.items("t", 1);
  expect(bench.spooled()).toBe(0);
  const last = await bench.page("s");
  const later = await historyBench({ disk: bench.disk, clock: bench.clock, machine: bench.machine });
  expect(code(await later.history("s", { checkpoint: last.checkpoint }))).toEqual([410, "snapshot_expired"]);
});

test("C210 the ninth capture takes the place of the first", async () => {
  const bench = await historyBench();
  await bench.items("s", 2);
  const checkpoints: string[] = [];
  for (let count = 0; count < limits.captures; count += 1) checkpoints.push((await bench.page("s")).checkpoint);
  for (const checkpoint of checkpoints) expect((await bench.history("s", { checkpoint })).status).toBe(200);
  await bench.page("s");
  const statuses = await Promise.all(checkpoints.map((checkpoint) => bench.history("s", { checkpoint })));
  expect(statuses.map(({ status }) => status)).toEqual([410, ...Array.from({ length: 7 }, () => 200)]);
  const names = [...bench.disk.image().keys()].filter((path) => path.startsWith(SPOOL) && path.endsWith(".items"));
  expect(names.length).toBe(limits.captures);
});

test("C214 a session that goes on is 409, whether it runs, has ended or has crashed", async () => {
  const bench = await historyBench();
  await bench.items("s", 300);
  const { checkpoint, next_page } = await bench.page("s");
  const query = { checkpoint, page: String(next_page) };
  const running = await bench.session("s", async () => {}, "running");
  expect(code(await bench.history("s", query))).toEqual([409, "history_source_changed"]);
  expect(code(await bench.history("s"))).toEqual([409, "history_requires_stopped"]);
  await running.finalize();
  expect(code(await bench.history("s", query))).toEqual([409, "history_source_changed"]);
  const second = await bench.page("s");
  await bench.session("s", (store) => store.append(itemEntry(300)), "crashed");
  expect(code(await bench.history("s", { checkpoint: second.checkpoint }))).toEqual([409, "history_source_changed"]);
  expect(code(await bench.history("s"))).toEqual([409, "history_not_finalized"]);
});

test("C220 facet, model and title are those of the capture", async () => {
  const bench = await historyBench();
  await bench.session("s", async (store) => {
    const prompt = promptEntry(0);
    if (prompt.t !== "prompt" || prompt.item === undefined) throw new Error("no prompt");
    const attribution = { kind: "captured", facet: "plan", model: "echo" } as const;
    await store.append({ ...prompt, item: { ...prompt.item, attribution } });
    await store.append({ t: "turn", prompt_id: prompt.prompt_id, outcome: "completed" });
    await store.append({ t: "session", title: 'Mice: "three"', facet: "other", model: "second" });
  });
  const page = await bench.page("s");
  expect(page.title).toBe('Mice: "three"');
  expect(page.items[0]?.attribution).toEqual({ kind: "captured", facet: "plan", model: "echo" });
});

test("nothing of a session is read for later pages, and nothing of it is ever written", async () => {
  const bench = await historyBench();
  await bench.items("s", 600);
  const before = [...bench.disk.image()].filter(([path]) => path.startsWith(folderOf("s")));
  const asked = bench.disk.operations.length;
  const first = await bench.page("s");
  const captured = bench.disk.operations.length;
  await bench.page("s", { checkpoint: first.checkpoint, page: String(first.next_page) });
  const ofSession = ({ path }: { path: string }): boolean => path.startsWith(folderOf("s"));
  const operations = bench.disk.operations.slice(asked).filter(ofSession);
  expect(new Set(operations.map(({ kind }) => kind))).toEqual(new Set(["open", "read"]));
  // Later looks open nothing but the lock.
  const later = bench.disk.operations.slice(captured).filter(ofSession);
  expect(later.filter(({ kind }) => kind === "open")).toEqual([]);
  expect([...bench.disk.image()].filter(([path]) => path.startsWith(folderOf("s")))).toEqual(before);
});
