/** P-S117: how the last turn ended can be read afterwards, by clients that were not attached, and in later runs. */
import { expect, test } from "vitest";
import type { HistoryItem, LastTurn, SyncSnapshot, SyncSummary } from "../../src/generated/protocol/types.js";
import { isSyncSnapshot, isSyncSummary } from "../../src/generated/protocol/validators.js";
import { single } from "../model/asking.js";
import { answerOf, modelServer, type Script, saying } from "../model/server.js";
import { Disk } from "../ports/disk.js";
import { open } from "../store/bench.js";
import { type Bench, running } from "./bench.js";

const REFUSED = {
  ...{ code: "provider_error", status: 401, provider: "lab" },
  message: expect.stringContaining("401") as string,
};

async function talking(script: Script) {
  const server = await modelServer(script);
  return { server, bench: await running({ config: single(`${server.url}/v1`) }) };
}

/** What clients read that were not attached. */
async function read(bench: Bench) {
  const snapshot: SyncSnapshot = await bench.sync();
  const summary: SyncSummary = (await bench.get("/sync/summary")).json();
  expect([isSyncSnapshot(snapshot), isSyncSummary(summary)]).toEqual([true, true]);
  return { snapshot: snapshot.last_turn, summary: summary.last_turn };
}

async function bothSay(bench: Bench, last: Partial<LastTurn> | undefined): Promise<void> {
  const { snapshot, summary } = await read(bench);
  expect(snapshot).toEqual(last);
  expect(summary).toEqual(last);
}

const notices = (items: readonly HistoryItem[]): readonly HistoryItem[] =>
  items.filter(({ kind }) => kind === "notice");

test("a refusal of the provider stands in history, snapshot and summary", async () => {
  const { bench } = await talking(answerOf(401, "{}"));
  await bothSay(bench, undefined);
  await bench.turn("hello", { prompt_id: "p" });
  await bothSay(bench, { prompt_id: "p", outcome: "failed", error: REFUSED });
  const items = await bench.history();
  expect(items.map(({ kind }) => kind)).toEqual(["user_message", "notice"]);
  expect(items[1]).toMatchObject({ index: 1, prompt_id: "p", error: REFUSED, attribution: { model: "m" } });
  expect(items[1]?.text).toMatch(/^The turn failed: .*401.*\.$/);
});

test("P-S94 the provider's words are in history and snapshot, and not in the summary", async () => {
  const { bench } = await talking(answerOf(404, '{"error":{"message":"no such model: m","code":"model_not_found"}}'));
  await bench.turn("hello", { prompt_id: "p" });
  const { snapshot, summary } = await read(bench);
  expect(snapshot?.error).toMatchObject({ code: "model_not_found", provider_message: "no such model: m" });
  expect(summary?.error).toMatchObject({ code: "model_not_found", key: "models.m.provider_name" });
  expect(summary?.error).not.toHaveProperty("provider_message");
  const [notice] = notices(await bench.history());
  expect(notice?.error?.provider_message).toBe("no such model: m");
  expect(notice?.text).toMatch(/: "no such model: m"\.$/);
});

test("a client that is attached folds to what the snapshot says", async () => {
  const { bench } = await talking(answerOf(500, "{}"));
  const { records } = await bench.turn("hello", { prompt_id: "p" });
  const kinds = records.map(({ kind }) => kind);
  expect(kinds.slice(-2)).toEqual(["item_finished", "turn_finished"]);
  expect((await bench.sync()).history_total_items).toBe(2);
});

test("it stays while the next turn runs, and goes when that ends", async () => {
  const { bench, server } = await talking(answerOf(401, "{}"));
  await bench.turn("one", { prompt_id: "one" });
  server.answer(saying("fine"));
  const stream = await bench.turn("two", { prompt_id: "two" });
  expect(stream.records.some(({ kind }) => kind === "turn_finished")).toBe(true);
  await bothSay(bench, { prompt_id: "two", outcome: "completed" });
  expect(notices(await bench.history())).toHaveLength(1);
});

test("a turn that was cancelled says so, without a notice", async () => {
  const { bench } = await talking((one) => {
    one.head(200, { "content-type": "text/event-stream" });
  });
  const stream = await bench.follow();
  await bench.post("/prompt", { content: "x", prompt_id: "p" });
  await bench.post("/turn/cancel");
  await stream.until(({ records }) => records.some(({ kind }) => kind === "turn_finished"));
  await bothSay(bench, { prompt_id: "p", outcome: "cancelled" });
  expect(notices(await bench.history())).toEqual([]);
});

test("a model that there is none of fails the turn like that", async () => {
  const bench = await running();
  await bench.turn("x", { model: "nosuch", prompt_id: "p" });
  const [notice] = notices(await bench.history());
  expect(notice?.error?.code).toBe("no_model");
  expect((await read(bench)).summary).toMatchObject({ outcome: "failed", error: { code: "no_model" } });
});

test("the next run of the daemon says the same, and a session that stopped has it in `final.json`", async () => {
  const { bench } = await talking(answerOf(401, "{}"));
  await bench.turn("hello", { prompt_id: "p" });
  await bench.daemon.stop("terminate");
  const last = { prompt_id: "p", outcome: "failed", error: { code: "provider_error" } };
  const final = await bench.disk.files().read("/state/sessions-v1/session-1/final.json", 100_000);
  expect(JSON.parse(Buffer.from(final).toString())).toMatchObject({ last_turn: last, total_items: 2 });
  await bothSay(await bench.again(), { prompt_id: "p", outcome: "failed", error: REFUSED });
});

test("a turn that a crash ended is `interrupted`, and its notice says why", async () => {
  const disk = new Disk(1);
  disk.folder("/work");
  const store = await open(disk, { kind: "new", workingDirectory: "/work" });
  await store.append({ t: "epoch", daemon_epoch: "e" });
  await store.append({ t: "prompt", prompt_id: "p", generation: 3, model: "m", facet: "execute" });
  await store.close();
  const bench = await running({ disk, resume: true });
  const error = { code: "interrupted", message: expect.any(String) as string };
  await bothSay(bench, { prompt_id: "p", outcome: "interrupted", error });
  const [notice, ...others] = await bench.history();
  expect(others).toEqual([]);
  expect(notice).toMatchObject({ kind: "notice", index: 0, prompt_id: "p", error, attribution: { model: "m" } });
  expect((await bench.sync()).history_total_items).toBe(1);
  const again = await bench.again();
  expect(notices(await again.history())).toHaveLength(1);
});

test("a failed turn that the disk refuses is in snapshot and summary at once", async () => {
  const disk = new Disk(1);
  const server = await modelServer(async (one) => {
    disk.decide = ({ kind }) => (kind === "append" ? "full" : undefined);
    one.head(401);
    one.end();
  });
  const bench = await running({ disk, config: single(`${server.url}/v1`) });
  await bench.turn("hello", { prompt_id: "p" });
  expect((await read(bench)).summary).toMatchObject({ outcome: "failed", error: { code: "storage_unavailable" } });
});

test("the conversation of the next turn has neither the notice nor the failed prompt", async () => {
  const { bench, server } = await talking(answerOf(401, "{}"));
  await bench.turn("a first plan");
  server.answer(saying("fine"));
  await bench.turn("second");
  const bodies = server.asked.map(({ body }) => body);
  expect(bodies.at(-1)).toContain("second");
  expect(bodies.at(-1)).not.toMatch(/a first plan|turn failed/);
});
