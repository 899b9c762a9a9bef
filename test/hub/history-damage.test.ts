/** The source of a capture: damaged, changed and hostile folders are told apart, and never answered with fewer items (P-S41, C215). */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { SessionStore } from "../../src/agent/session/store/session.js";
import { cases } from "../cases.js";
import { itemEntry } from "../store/bench.js";
import { code, folderOf, type HistoryBench, historyBench, STATE } from "./history-bench.js";

const FINAL = `${folderOf("s")}/final.json`;
const LOG = `${folderOf("s")}/log`;

/** A session of 40 items in several files. */
async function inSegments(bench: HistoryBench): Promise<void> {
  const fill = (store: SessionStore) => Promise.all(Array.from({ length: 40 }, (_, at) => store.append(itemEntry(at))));
  await bench.session("s", fill, "stopped", 3000);
}

test("C215 any flipped byte of a finalized log is 422, never fewer items", async () => {
  const bench = await historyBench();
  await inSegments(bench);
  const names = ["000001.log", "000002.log", "000003.log"].filter((name) => bench.disk.has(`${LOG}/${name}`));
  expect(names.length).toBeGreaterThan(1);
  const { items } = await bench.all("s");
  const places = fc.record({ name: fc.constantFrom(...names), at: fc.nat(), bit: fc.nat(7) });
  await fc.assert(
    fc.asyncProperty(places, async ({ name, at, bit }) => {
      const good = bench.disk.bytes(`${LOG}/${name}`);
      const bad = new Uint8Array(good);
      const index = at % bad.length;
      bad[index] = (bad[index] ?? 0) ^ (1 << bit);
      bench.disk.overwrite(`${LOG}/${name}`, bad);
      expect(code(await bench.history("s"))).toEqual([422, "history_corrupt"]);
      bench.disk.overwrite(`${LOG}/${name}`, good);
    }),
    { numRuns: cases(60) },
  );
  expect((await bench.all("s")).items).toEqual(items);
  expect(bench.spooled()).toBeGreaterThan(0);
});

test("C215 a log that is cut, lacks a file or has one more is 422; so is a final.json that does not fit", async () => {
  const bench = await historyBench();
  await inSegments(bench);
  const last = bench.disk.bytes(`${LOG}/000002.log`);
  const final = Buffer.from(bench.disk.bytes(FINAL)).toString();
  const damages: (() => void)[] = [
    () => bench.disk.overwrite(`${LOG}/000002.log`, last.subarray(0, -10)),
    () => bench.disk.overwrite(`${LOG}/000002.log`, Buffer.concat([last, Buffer.from("x")])),
    () => bench.disk.overwrite(FINAL, Buffer.from("{")),
    () => bench.disk.overwrite(FINAL, Buffer.from("")),
    () => bench.disk.overwrite(FINAL, Buffer.from(final.padEnd(2_000_000))),
    () => bench.disk.overwrite(`${folderOf("s")}/session.json`, Buffer.alloc(2_000_000, " ")),
    () => bench.disk.overwrite(FINAL, Buffer.from(final.replace('"total_items": 40', '"total_items": 39'))),
    () => bench.disk.overwrite(FINAL, Buffer.from(final.replace('"s"', '"t"'))),
    () => bench.disk.overwrite(`${folderOf("s")}/session.json`, Buffer.from("[]")),
    () => bench.disk.move(`${folderOf("s")}/session.json`, `${folderOf("s")}/elsewhere.json`),
    () => bench.disk.move(`${LOG}/000002.log`, `${LOG}/elsewhere`),
    () => bench.disk.move(LOG, `${folderOf("s")}/elsewhere`),
  ];
  const session = bench.disk.bytes(`${folderOf("s")}/session.json`);
  for (const damage of damages) {
    damage();
    expect(code(await bench.history("s"))).toEqual([422, "history_corrupt"]);
    const back = [
      [`${folderOf("s")}/elsewhere.json`, `${folderOf("s")}/session.json`],
      [`${LOG}/elsewhere`, `${LOG}/000002.log`],
      [`${folderOf("s")}/elsewhere`, LOG],
    ] as const;
    for (const [from, to] of back) if (bench.disk.has(from)) bench.disk.move(from, to);
    bench.disk.overwrite(`${LOG}/000002.log`, last);
    bench.disk.overwrite(FINAL, Buffer.from(final));
    bench.disk.overwrite(`${folderOf("s")}/session.json`, session);
  }
  expect((await bench.all("s")).items.length).toBe(40);
  expect(bench.disk.has(`${folderOf("s")}/lock`)).toBe(false);
});

/** Sessions in every state, as a hub sees them at one moment; each with the token of a capture of before. */
const ORDER = [
  ["never was", [404, "history_unavailable"], [404, "history_unavailable"]],
  ["is no name", [404, "history_unavailable"], [404, "history_unavailable"]],
  ["runs", [409, "history_requires_stopped"], [409, "history_source_changed"]],
  ["runs and is damaged", [409, "history_requires_stopped"], [409, "history_source_changed"]],
  ["crashed", [409, "history_not_finalized"], [409, "history_source_changed"]],
  ["crashed and is damaged", [409, "history_not_finalized"], [409, "history_source_changed"]],
  ["is damaged", [422, "history_corrupt"], [409, "history_source_changed"]],
  ["is stopped", [200, undefined], [200, undefined]],
  ["was removed", [404, "history_unavailable"], [404, "history_unavailable"]],
] as const;

test.each(ORDER)("C200 C216 refusals come in the order of P-S41: a session that %s", async (state, first, later) => {
  const bench = await historyBench();
  const id = state === "is no name" ? "../s" : state === "never was" ? "other" : "s";
  await bench.items("s", 3);
  const { checkpoint } = await bench.page("s");
  const end = state.startsWith("runs") ? "running" : state.startsWith("crashed") ? "crashed" : undefined;
  if (end !== undefined) await bench.session("s", (store) => store.append(itemEntry(3)), end);
  const log = `${LOG}/000001.log`;
  if (state.includes("damaged")) bench.disk.overwrite(log, bench.disk.bytes(log).fill(0x20, 100, 120));
  // As any other program changes a file, it gets another inode.
  if (state === "is damaged") {
    const bytes = bench.disk.bytes(log);
    bench.disk.move(log);
    const file = await bench.disk.files().open(log, "create");
    await file.append(bytes);
  }
  if (state === "was removed") bench.disk.move(folderOf("s"));
  expect(code(await bench.history(id))).toEqual(first);
  const forged = { checkpoint: `B${checkpoint.slice(1)}` };
  const invalid = later[0] === 404 ? later : [400, "invalid_checkpoint"];
  const own = id === "s" ? later : [404, "history_unavailable"];
  expect(code(await bench.history(id, { checkpoint }))).toEqual(own);
  expect(code(await bench.history(id, forged))).toEqual(invalid);
  expect(code(await bench.history(id, { page: "x" }))).toEqual(invalid);
  expect(code(await bench.attachment(id, "0".repeat(64), forged))).toEqual(invalid);
  expect(code(await bench.attachment(id, "0".repeat(64), {}))).toEqual(invalid);
  bench.clock.pass(600_000);
  const expired = later[0] === 404 ? later : [410, "snapshot_expired"];
  expect(code(await bench.history(id, { checkpoint, page: "x" }))).toEqual(expired);
});

/** Holds a capture up at its first write into the spool, and lets something happen then. */
async function meanwhile(bench: HistoryBench, happen: () => Promise<unknown>) {
  let isDue = true;
  const before = bench.spooled();
  bench.disk.decide = async ({ kind, path }) => {
    if (!isDue || kind !== "append" || !path.endsWith(".items")) return undefined;
    isDue = false;
    await happen();
    return undefined;
  };
  const answer = await bench.history("s");
  bench.disk.decide = () => undefined;
  expect(isDue).toBe(false);
  expect(bench.spooled()).toBe(before);
  return code(answer);
}

test("a session that changes while it is captured is judged anew, and nothing of it stays in the spool", async () => {
  const bench = await historyBench();
  await bench.items("s", 3);
  const went = await meanwhile(bench, () => bench.session("s", (store) => store.append(itemEntry(3)), "running"));
  expect(went).toEqual([409, "history_requires_stopped"]);
  const again = await historyBench();
  await again.items("s", 3);
  const anew = await meanwhile(again, () => again.session("s", (store) => store.append(itemEntry(3))));
  expect(anew).toEqual([409, "history_source_changed"]);
  expect((await again.page("s")).total_items).toBe(4);
  const crashed = await meanwhile(again, () => again.session("s", async () => {}, "crashed"));
  expect(crashed).toEqual([409, "history_not_finalized"]);
  await again.session("s", async () => {});
  expect(await meanwhile(again, async () => again.disk.move(folderOf("s")))).toEqual([404, "history_unavailable"]);
});

test("final.json that is replaced by the same bytes is another source", async () => {
  const bench = await historyBench();
  await bench.items("s", 3);
  const { checkpoint } = await bench.page("s");
  const bytes = bench.disk.bytes(FINAL);
  bench.disk.move(FINAL);
  expect(code(await bench.history("s", { checkpoint }))).toEqual([409, "history_source_changed"]);
  const file = await bench.disk.files().open(FINAL, "create");
  await file.append(bytes);
  expect(code(await bench.history("s", { checkpoint }))).toEqual([409, "history_source_changed"]);
  expect((await bench.page("s")).items.length).toBe(3);
});

test("a source that cannot be read is 503, without a path", async () => {
  const bench = await historyBench();
  await bench.items("s", 3);
  for (const kind of ["read", "open"] as const) {
    bench.disk.decide = (asked) => (asked.kind === kind && asked.path.startsWith(folderOf("s")) ? "denied" : undefined);
    const answer = await bench.history("s");
    expect(code(answer)).toEqual([503, "storage_unavailable"]);
    expect(answer.text).not.toContain(STATE);
  }
  bench.disk.decide = () => undefined;
  expect((await bench.page("s")).items.length).toBe(3);
});
