/** `GET /sync/summary` (spec 4.1, P-S10): what an observer of many sessions polls. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { limits } from "../../src/generated/protocol/tables.js";
import type { SyncSummary } from "../../src/generated/protocol/types.js";
import { isSyncSummary } from "../../src/generated/protocol/validators.js";
import { CHARACTER } from "../arbitrary/character.js";
import { cases } from "../cases.js";
import { single } from "../model/asking.js";
import { DONE, delta, finish, gate, modelServer } from "../model/server.js";
import { Disk } from "../ports/disk.js";
import { open } from "../store/bench.js";
import { running, settled } from "./bench.js";
import { call, wired } from "./wire.js";

async function summaryOf(url: string): Promise<SyncSummary> {
  const { status, text } = await call(url, "/sync/summary");
  expect(status).toBe(200);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(limits.summaryBytes);
  const summary: unknown = JSON.parse(text);
  if (!isSyncSummary(summary)) return expect.unreachable(text);
  return summary;
}

test("C120 a summary fits its schema, and says what the snapshot says", async () => {
  const { bench, url } = await wired();
  const started = new Date(bench.clock.now()).toISOString();
  const first = await summaryOf(url);
  const { cursor, daemon_epoch, catalog_revision } = await bench.sync();
  expect(first).toEqual({
    ...{ version: 1, daemon_epoch, session_id: "session-1", state: "idle", busy: false, attention: false, cursor },
    ...{ catalog_revision, history_total_items: 0, title: null, project: "/work", model: null, facet: "execute" },
    ...{ queue_length: 0, updated_at: started },
  });
  bench.clock.pass(5000);
  expect(await summaryOf(url)).toEqual(first);
  await bench.turn("hello");
  const at = new Date(bench.clock.now()).toISOString();
  bench.clock.pass(5000);
  const snapshot = await bench.sync();
  expect(await summaryOf(url)).toMatchObject({
    ...{ cursor: snapshot.cursor, history_total_items: 2, title: snapshot.session.title, model: "echo" },
    updated_at: at,
  });
});

test("C120 while a turn runs the summary says so", async () => {
  const go = gate();
  const server = await modelServer(async (one) => {
    one.head(200, { "content-type": "text/event-stream" });
    await go.passed;
    await one.send(`${delta("mice")}${finish()}${DONE}`);
    one.end();
  });
  const { bench, url } = await wired({ config: single(`${server.url}/v1`) });
  const stream = await bench.follow();
  await bench.post("/prompt", { content: "three blind" });
  expect(await summaryOf(url)).toMatchObject({ state: "running", busy: true, attention: false });
  go.open();
  await stream.until(({ records }) => records.some(({ kind }) => kind === "turn_finished"));
  expect(await summaryOf(url)).toMatchObject({ state: "idle", busy: false });
});

test("C120 asking changes nothing, and reads nothing of the disk", async () => {
  const { bench, url } = await wired();
  await bench.turn("hello");
  const stream = await bench.follow();
  await settled();
  const [before, operations, image, timers] = [
    ...[await bench.sync(), bench.disk.operations.length, bench.disk.image(), bench.clock.waiting],
  ] as const;
  const first = await summaryOf(url);
  for (let poll = 0; poll < 20; poll += 1) expect(await summaryOf(url)).toEqual(first);
  expect([bench.disk.operations.length, bench.disk.image(), bench.clock.waiting]).toEqual([operations, image, timers]);
  expect(await bench.sync()).toEqual(before);
  expect(stream.records).toEqual([]);
});

test("C120 a summary has at most 16 KiB, whatever things are called", async () => {
  const name = fc.oneof(
    fc.string({ unit: CHARACTER, maxLength: 300 }),
    fc
      .tuple(fc.constantFrom("x", "\u0001", '"', "\ud800", "🙂", "é", "\u2028"), fc.integer({ min: 1, max: 20_000 }))
      .map(([unit, count]) => unit.repeat(count)),
  );
  const run = async (title: string, model: string, facet: string, directory: string): Promise<void> => {
    const disk = new Disk(1);
    disk.folder(`/${directory}`);
    const store = await open(disk, { kind: "new", workingDirectory: `/${directory}` });
    await store.append({ t: "session", title, model, facet });
    await store.close();
    const bench = await running({ disk, resume: true });
    const answer = await bench.get("/sync/summary");
    expect(Buffer.byteLength(answer.text)).toBeLessThanOrEqual(limits.summaryBytes);
    const summary = answer.json<SyncSummary>();
    expect(isSyncSummary(summary)).toBe(true);
    for (const [whole, shown, most] of [
      [title, summary.title, limits.summaryTextBytes],
      [model, summary.model, limits.summaryTextBytes],
      [facet, summary.facet, limits.summaryTextBytes],
      [`/${directory}`, summary.project, limits.summaryProjectBytes],
    ] as const) {
      const isWhole = Buffer.byteLength(JSON.stringify(whole)) <= most;
      expect(shown?.endsWith("…") || shown === whole).toBe(true);
      if (isWhole) expect(shown).toBe(whole);
    }
    await bench.daemon.stop("terminate");
  };
  await run(
    ...("\u0001"
      .repeat(4)
      .split("")
      .map((unit) => unit.repeat(100_000)) as [string, string, string, string]),
  );
  await fc.assert(fc.asyncProperty(name, name, name, name, run), { numRuns: cases(40) });
});

test("C120 a project is the root of its repository, looked for once", async () => {
  const disk = new Disk(1);
  const files = disk.files();
  await files.makeDirectory("/home/me/repo/.git");
  const bench = await running({ disk, workingDirectory: "/home/me/repo/src/deep" });
  expect((await bench.get("/sync/summary")).json<SyncSummary>().project).toBe("/home/me/repo");
  await files.makeDirectory("/home/me/repo/src/.git");
  expect((await bench.get("/sync/summary")).json<SyncSummary>().project).toBe("/home/me/repo");
  await bench.daemon.stop("terminate");
  const again = await bench.again();
  expect((await again.get("/sync/summary")).json<SyncSummary>().project).toBe("/home/me/repo/src");
});

test("C120 it takes no body, no parameter and no other method", async () => {
  const { url } = await wired();
  expect(await summaryOf(url)).toEqual(JSON.parse((await call(url, "/sync/summary?after=x&after=y")).text));
  const other = await call(url, "/sync/summary", { method: "POST" });
  expect([other.status, other.headers.allow]).toEqual([405, "GET"]);
  expect((await call(url, "/sync/summary", { headers: { authorization: "Bearer no" } })).status).toBe(401);
});
