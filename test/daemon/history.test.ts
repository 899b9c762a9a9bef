/** Pages of a running session's history (spec 2.6, P-S9, P-S39). */
import { expect, test } from "vitest";
import { limits } from "../../src/generated/protocol/tables.js";
import type { HistoryItem, HistoryPage, ProtocolError } from "../../src/generated/protocol/types.js";
import { isHistoryPage } from "../../src/generated/protocol/validators.js";
import { single } from "../model/asking.js";
import { modelServer, saying } from "../model/server.js";
import { Disk } from "../ports/disk.js";
import { type Bench, running } from "./bench.js";
import type { TestExchange } from "./exchange.js";

async function pageOf(bench: Bench, query = ""): Promise<HistoryPage> {
  const answer = await bench.get(`/history${query}`);
  expect(answer.status).toBe(200);
  const page = answer.json<HistoryPage>();
  expect(isHistoryPage(page)).toBe(true);
  expect(Buffer.byteLength(answer.text)).toBeLessThanOrEqual(limits.historyPageBytes);
  return page;
}

const code = (exchange: TestExchange): readonly unknown[] => [exchange.status, exchange.json<ProtocolError>().code];

test("C202 256 items are one page, and one more makes another; C207 pages together are the whole, C209 and stay it", async () => {
  const bench = await running();
  for (let turn = 0; turn < limits.historyPageItems / 2; turn += 1) await bench.turn(`${turn}`);
  const one = await pageOf(bench);
  expect([one.items.length, one.next_page, one.total_items]).toEqual([256, null, 256]);
  const stream = await bench.follow();
  await bench.post("/prompt");
  await stream.until(({ records }) => records.some(({ kind }) => kind === "turn_finished"));
  const two = await pageOf(bench);
  expect([two.items.length, two.total_items]).toEqual([256, 257]);
  await bench.turn("later");
  const last = `?checkpoint=${two.checkpoint}&page=${two.next_page}`;
  const rest = await pageOf(bench, last);
  expect([rest.items.length, rest.next_page, rest.total_items]).toEqual([1, null, 257]);
  expect([...two.items, ...rest.items].map(({ index }) => index)).toEqual(Array.from({ length: 257 }, (_, at) => at));
  // The same request gives the same bytes.
  expect((await bench.get(`/history${last}`)).text).toBe((await bench.get(`/history${last}`)).text);
  expect((await pageOf(bench, `?checkpoint=${two.checkpoint}`)).items).toEqual(two.items);
  const old = await pageOf(bench, `?checkpoint=${one.checkpoint}`);
  expect([old.items.length, old.next_page]).toEqual([256, null]);
  expect((await pageOf(bench)).total_items).toBe(259);
});

test("C204 tokens of other pages, kinds and checkpoints, and spoilt ones, are none", async () => {
  const bench = await running();
  for (let turn = 0; turn < 130; turn += 1) await bench.turn("x");
  const a = await pageOf(bench);
  await bench.turn("y");
  const b = await pageOf(bench);
  const { cursor } = await bench.sync();
  const spoilt = (token: string | null, at: number): string => {
    const letter = token?.[at] === "A" ? "B" : "A";
    return `${token?.slice(0, at)}${letter}${token?.slice(at + 1)}`;
  };
  const queries = [
    `?checkpoint=${a.checkpoint}&page=${b.next_page}`,
    `?checkpoint=${b.checkpoint}&page=${a.next_page}`,
    `?page=${a.next_page}`,
    `?checkpoint=${a.next_page}`,
    `?checkpoint=${cursor}`,
    `?checkpoint=${a.checkpoint}&page=${a.checkpoint}`,
    `?checkpoint=${a.checkpoint}&page=`,
    ...Array.from({ length: limits.tokenCharacters }, (_, at) => `?checkpoint=${spoilt(a.checkpoint, at)}`),
    ...Array.from(
      { length: limits.tokenCharacters },
      (_, at) => `?checkpoint=${a.checkpoint}&page=${spoilt(a.next_page, at)}`,
    ),
  ];
  for (const query of queries) expect(code(await bench.get(`/history${query}`))).toEqual([400, "invalid_checkpoint"]);
  expect(code(await bench.get(`/history?checkpoint=${a.checkpoint}&checkpoint=${a.checkpoint}`))).toEqual([
    ...[400, "invalid_request"],
  ]);
});

test("C210 a checkpoint lives for ten minutes by either clock, and no longer than its epoch", async () => {
  const bench = await running();
  await bench.turn("x");
  const { checkpoint } = await pageOf(bench);
  bench.clock.pass(599_999);
  expect((await bench.get(`/history?checkpoint=${checkpoint}`)).status).toBe(200);
  bench.clock.pass(1);
  expect(code(await bench.get(`/history?checkpoint=${checkpoint}`))).toEqual([410, "checkpoint_expired"]);
  const asleep = await pageOf(bench);
  bench.clock.jump(11 * 60_000);
  expect(code(await bench.get(`/history?checkpoint=${asleep.checkpoint}`))).toEqual([410, "checkpoint_expired"]);
  const late = await pageOf(bench);
  bench.clock.jump(-60 * 60_000);
  expect((await bench.get(`/history?checkpoint=${late.checkpoint}`)).status).toBe(200);
  bench.clock.pass(600_000);
  expect(code(await bench.get(`/history?checkpoint=${late.checkpoint}`))).toEqual([410, "checkpoint_expired"]);
  const last = await pageOf(bench);
  await bench.daemon.stop("terminate");
  const again = await bench.again();
  expect(code(await again.get(`/history?checkpoint=${last.checkpoint}`))).toEqual([410, "checkpoint_expired"]);
});

test("C202 C055 pages hold at most 2 MiB, whatever the text is", async () => {
  const server = await modelServer(saying("ok"));
  const bench = await running({ config: single(`${server.url}/v1`) });
  // As JSON six bytes each, and short enough not to be elided.
  for (let turn = 0; turn < 12; turn += 1) await bench.turn("\u0001".repeat(43_000));
  await bench.turn("ä".repeat(1_000_000));
  const items: HistoryItem[] = [];
  let pages = 0;
  for (let query = ""; ; ) {
    const page = await pageOf(bench, query);
    items.push(...page.items);
    pages += 1;
    if (page.next_page === null) break;
    query = `?checkpoint=${page.checkpoint}&page=${page.next_page}`;
  }
  expect(pages).toBe(2);
  expect(items.map(({ index }) => index)).toEqual(items.map((_, index) => index));
  expect(items.filter(({ elided }) => elided !== undefined).length).toBe(1);
  expect(items[0]?.text?.length).toBe(43_000);
});

test("C292 a log that is damaged while it is read is 422, never fewer items; the daemon goes on", async () => {
  const disk = new Disk(1);
  const bench = await running({ disk });
  await bench.turn("three blind mice");
  const path = "/state/sessions-v1/session-1/log/000001.log";
  const good = disk.bytes(path);
  disk.overwrite(
    path,
    Buffer.from(Buffer.from(good).toString("latin1").replace("three blind", "three blond"), "latin1"),
  );
  expect(code(await bench.get("/history"))).toEqual([422, "history_corrupt"]);
  expect((await bench.get("/sync")).status).toBe(200);
  disk.overwrite(path, good);
  expect((await pageOf(bench)).items.length).toBe(2);
});

test("a disk that cannot be read is no empty history", async () => {
  const disk = new Disk(1);
  const bench = await running({ disk });
  await bench.turn("x");
  disk.decide = ({ kind, path }) => (path.includes("/log/") && (kind === "read" || kind === "open") ? "io" : undefined);
  const answer = await bench.get("/history");
  expect(answer.status).toBeGreaterThanOrEqual(500);
  expect(answer.text).not.toContain("/state");
  const stream = await bench.turn("y");
  expect(stream.records.at(-1)).toMatchObject({ kind: "turn_finished", outcome: "failed" });
  disk.decide = () => undefined;
  await bench.turn("z");
  expect((await pageOf(bench)).items.map(({ kind, text }) => (kind === "notice" ? kind : text))).toEqual([
    ...["x", "x", "y", "notice", "z", "z"],
  ]);
});
