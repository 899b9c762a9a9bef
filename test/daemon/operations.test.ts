/** Correlated commands through the one door (P-S21 to P-S24, P-S62). */
import { expect, test } from "vitest";
import type { ClientOperationResultV1, ProtocolError, SyncRecordV1 } from "../../src/generated/protocol/types.js";
import { single } from "../model/asking.js";
import { answerOf, gate, modelServer, saying } from "../model/server.js";
import { Disk } from "../ports/disk.js";
import { type Bench, running, settled } from "./bench.js";
import type { TestExchange } from "./exchange.js";
import { contextOf, operationId } from "./operation.js";

const said = (exchange: TestExchange): readonly unknown[] => [exchange.status, exchange.json<ProtocolError>().code];
const result = (exchange: TestExchange): ClientOperationResultV1 => exchange.json<ClientOperationResultV1>();

async function idle(bench: Bench): Promise<void> {
  while ((await bench.sync()).busy) await settled(1);
}

/** A daemon whose model answers when the gate is opened. */
async function held() {
  const go = gate();
  const server = await modelServer(async (one) => {
    await go.passed;
    await saying("ok")(one);
  });
  return { go, server, bench: await running({ config: single(`${server.url}/v1`) }) };
}

test("C042 C085 a prompt in the snapshot's window is a result with its four strings, and its end is one too", async () => {
  const { bench, go } = await held();
  const { operation_window: window, daemon_epoch, features } = await bench.sync();
  expect(features).toContain("session.targeted-mutations.v1");
  const context = await contextOf(bench);
  expect(context).toMatchObject({ daemon_epoch, window: window?.window });
  const stream = await bench.follow();
  const first = await bench.post("/prompt", {
    content: "hello",
    prompt_id: "p",
    generation: 3,
    operation_context: context,
  });
  const { operation } = context;
  const about = { daemon_epoch, window_id: context.window, operation };
  expect([first.status, result(first)]).toEqual([
    202,
    { ...about, status: expect.stringMatching(/admitted|in_progress/), committed_cursor: expect.any(String) },
  ]);
  go.open();
  await idle(bench);
  const last = await bench.post("/prompt", {
    content: "hello",
    prompt_id: "p",
    generation: 3,
    operation_context: context,
  });
  expect([last.status, result(last)]).toEqual([
    200,
    {
      ...{ ...about, status: "completed", committed_cursor: expect.any(String) },
      outcome: { prompt_id: "p", generation: 3, turn: "completed" },
    },
  ]);
  await settled();
  const updates = stream.records.filter((record) => record.kind === "operation_updated");
  expect(updates.map((record) => record.result.status)).toEqual(["admitted", "in_progress", "completed"]);
  // The result that is stored is that of the record with the same status.
  expect(result(last).committed_cursor).toBe(updates.at(-1)?.cursor);
  const of = ({ operation }: SyncRecordV1): unknown => operation;
  const turn = stream.records.filter(({ kind }) => kind === "turn_started" || kind === "turn_finished");
  expect(turn.map(of)).toEqual(Array(2).fill({ window_id: context.window, operation }));
});

test("C088 C109 repeated while it runs and afterwards, in any spelling, it runs once", async () => {
  const { bench, go, server } = await held();
  const context = await contextOf(bench);
  const body = { content: "hello", operation_context: context };
  const spelt = `{"operation_context": {"operation":"${context.operation.toUpperCase()}", "window":"${context.window}", "daemon_epoch":"${context.daemon_epoch}"}, "content":"h\\u0065llo"}`;
  for (const each of [body, body, spelt]) expect((await bench.post("/prompt", each)).status).toBe(202);
  go.open();
  await idle(bench);
  const ends = [await bench.post("/prompt", body), await bench.post("/prompt", spelt)];
  expect(ends.map(({ status, text }) => [status, text])).toEqual(Array(2).fill([200, ends[0]?.text]));
  expect([server.asked.length, (await bench.history()).length]).toEqual([1, 2]);
});

test("C102 64 identical prompts at once run one", async () => {
  const bench = await running();
  const stream = await bench.follow();
  const body = { content: "hello", operation_context: await contextOf(bench) };
  const answers = await Promise.all(Array.from({ length: 64 }, () => bench.post("/prompt", body)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
  await idle(bench);
  await settled();
  expect(stream.records.filter(({ kind }) => kind === "turn_started")).toHaveLength(1);
  expect(await bench.history()).toHaveLength(2);
});

test("C090 the same operation with another payload or on another route is a conflict, and changes nothing", async () => {
  const { bench, go } = await held();
  const context = await contextOf(bench);
  const body = { content: "hello", operation_context: context };
  await bench.post("/prompt", body);
  const others = [
    () => bench.post("/prompt", { ...body, content: "hallo" }),
    () => bench.post("/prompt", { ...body, generation: 1 }),
    () => bench.post("/prompt", { ...body, of_tomorrow: 1 }),
    () => bench.post("/prompt", { operation_context: context }),
    () => bench.post("/turn/input", body),
    () => bench.delete("/turn/input/newest", { operation_context: context }),
  ];
  for (const other of others) expect(said(await other())).toEqual([409, "operation_payload_conflict"]);
  go.open();
  await idle(bench);
  for (const other of others) expect(said(await other())).toEqual([409, "operation_payload_conflict"]);
  expect(result(await bench.post("/prompt", body)).status).toBe("completed");
  expect(await bench.history()).toHaveLength(2);
});

test("C101 an epoch that is over, C093 a window that is over or never was: nothing runs", async () => {
  const bench = await running();
  const context = await contextOf(bench);
  const cursor = (await bench.sync()).cursor;
  const prompt = (some: object) => bench.post("/prompt", { content: "x", operation_context: { ...context, ...some } });
  expect(said(await prompt({ daemon_epoch: "e".repeat(32) }))).toEqual([409, "epoch_mismatch"]);
  expect(said(await prompt({ daemon_epoch: "e".repeat(32), window: "none" }))).toEqual([409, "epoch_mismatch"]);
  for (const window of [cursor, "", "x", context.window.slice(1), `${context.window}=`])
    expect(said(await prompt({ window }))).toEqual([410, "operation_expired"]);
  bench.clock.pass(600_000);
  expect(said(await prompt({}))).toEqual([410, "operation_expired"]);
  expect(await bench.history()).toEqual([]);
});

test.each([
  [{ operation: "0" }, "operation_context.operation", "wrong_value"],
  [{ operation: 7 }, "operation_context.operation", "wrong_value"],
  [{ operation: undefined }, "operation_context.operation", "missing_field"],
  [{ window: undefined }, "operation_context.window", "missing_field"],
  [{ daemon_epoch: undefined }, "operation_context.daemon_epoch", "missing_field"],
])("C110 a context with %j is 400, names the field, and nothing is stored", async (some, field, mistake) => {
  const bench = await running();
  const context = await contextOf(bench);
  const wrong = await bench.post("/prompt", { content: "x", operation_context: { ...context, ...some } });
  expect([wrong.status, wrong.json<ProtocolError>().details]).toEqual([
    400,
    expect.objectContaining({ mistake, field }),
  ]);
  expect((await bench.post("/prompt", { content: "y", operation_context: context })).status).toBe(202);
});

test("C103 a failed turn is a failed operation: repeated it says the same error and asks no model", async () => {
  const server = await modelServer(answerOf(401, "{}"));
  const bench = await running({ config: single(`${server.url}/v1`) });
  const body = { content: "hello", prompt_id: "p", operation_context: await contextOf(bench) };
  await bench.post("/prompt", body);
  await idle(bench);
  const answers = [await bench.post("/prompt", body), await bench.post("/prompt", body)];
  expect(answers.map(({ status, text }) => [status, text])).toEqual(Array(2).fill([200, answers[0]?.text]));
  expect(result(answers[0] ?? expect.unreachable())).toMatchObject({
    ...{ status: "failed", outcome: { prompt_id: "p", generation: 0, turn: "failed" } },
    error: { code: "provider_error", status: 401 },
  });
  expect(server.asked).toHaveLength(1);
});

test("P-S62 a cancelled turn completes its operation", async () => {
  const { bench } = await held();
  const body = { content: "hello", operation_context: await contextOf(bench) };
  await bench.post("/prompt", body);
  await bench.post("/turn/cancel");
  await idle(bench);
  expect(result(await bench.post("/prompt", body))).toMatchObject({
    status: "completed",
    outcome: { turn: "cancelled" },
  });
});

test("P-S22 what is refused is not stored: the same operation may come again", async () => {
  const { bench, go } = await held();
  const first = { content: "one", operation_context: await contextOf(bench) };
  const second = { content: "two", operation_context: await contextOf(bench) };
  await bench.post("/prompt", first);
  expect(said(await bench.post("/prompt", second))).toEqual([409, "turn_in_flight"]);
  go.open();
  await idle(bench);
  expect((await bench.post("/prompt", { ...second, content: "other" })).status).toBe(202);
});

test("the disk refuses: 503 for the call and those that wait with it, nothing is stored, later the same operation runs", async () => {
  const disk = new Disk(1);
  const bench = await running({ disk });
  const body = { content: "hello", operation_context: await contextOf(bench) };
  disk.decide = () => "full";
  const refused = await Promise.all([1, 2, 3].map(() => bench.post("/prompt", body)));
  expect(refused.map(said)).toEqual(Array(3).fill([503, "storage_unavailable"]));
  const { window, operation } = body.operation_context;
  expect(said(await bench.get(`/operations/${window}/${operation}`))).toEqual([404, "not_found"]);
  disk.decide = () => undefined;
  expect((await bench.post("/prompt", { ...body, content: "other" })).status).toBe(202);
  await idle(bench);
  expect((await bench.history()).map(({ text }) => text)).toEqual(["other", "other"]);
});

test("P-S62 the id of a prompt belongs to the operation that brought it, and the other way round", async () => {
  const bench = await running();
  const one = { content: "hello", prompt_id: "p", operation_context: await contextOf(bench) };
  await bench.post("/prompt", one);
  await idle(bench);
  const conflicts = [
    await bench.post("/prompt", { content: "hello", prompt_id: "p" }),
    await bench.post("/prompt", { ...one, operation_context: await contextOf(bench) }),
  ];
  expect(conflicts.map(said)).toEqual(Array(2).fill([409, "operation_payload_conflict"]));
  await bench.post("/prompt", { content: "hello", prompt_id: "q" });
  await idle(bench);
  const other = { content: "hello", prompt_id: "q", operation_context: await contextOf(bench) };
  expect(said(await bench.post("/prompt", other))).toEqual([409, "operation_payload_conflict"]);
  expect(await bench.history()).toHaveLength(4);
});

test("C096 C098 C100 a full ledger: 429 with a time, stored pairs answer, and the end of the window makes room", async () => {
  const bench = await running();
  const first = { operation_context: await contextOf(bench) };
  await bench.delete("/turn/input/newest", first);
  const dequeue = () =>
    bench.delete("/turn/input/newest", { operation_context: { ...first.operation_context, operation: operationId() } });
  // At once as many as share a sync well.
  for (let each = 0; each < 4095; each += 45)
    for (const { status, text } of await Promise.all(Array.from({ length: 45 }, dequeue)))
      expect(status, text).toBe(200);
  bench.clock.pass(60_000);
  const more = await bench.post("/prompt", { content: "x", operation_context: await contextOf(bench) });
  expect([...said(more), more.header("retry-after")]).toEqual([429, "operation_capacity_exceeded", "540"]);
  expect(result(await bench.delete("/turn/input/newest", first))).toMatchObject({ outcome: "nothing_queued" });
  expect(await bench.history()).toEqual([]);
  bench.clock.pass(540_000);
  expect((await bench.post("/prompt", { content: "x", operation_context: await contextOf(bench) })).status).toBe(202);
});

test("P-S28 GET /operations: 202 while it runs, 200 from its end, 404 for an unknown pair, 410 after the window", async () => {
  const { bench, go } = await held();
  const context = await contextOf(bench);
  const path = `/operations/${context.window}/${context.operation.toUpperCase()}`;
  expect(said(await bench.get(path))).toEqual([404, "not_found"]);
  const admitted = await bench.post("/prompt", { content: "hello", operation_context: context });
  const during = await bench.get(path);
  expect([during.status, result(during).operation]).toEqual([202, result(admitted).operation]);
  go.open();
  await idle(bench);
  expect(result(await bench.get(path)).status).toBe("completed");
  expect(said(await bench.get(`/operations/${context.window}/${operationId()}`))).toEqual([404, "not_found"]);
  expect(said(await bench.get(`/operations/${context.window}/newest`))).toEqual([404, "not_found"]);
  expect(said(await bench.get(`/operations/x/${context.operation}`))).toEqual([410, "operation_expired"]);
  bench.clock.pass(600_000);
  expect(said(await bench.get(path))).toEqual([410, "operation_expired"]);
});
