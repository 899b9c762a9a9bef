/** Commands with an operation context and without one (spec 2.3, 4.1; P-S20, P-S21, P-S62). */
import { expect, test } from "vitest";
import type {
  ClientOperationResultV1,
  HistoryPage,
  InputAccepted,
  InputList,
  SyncSnapshot,
} from "../../src/generated/protocol/types.js";
import {
  isClientOperationResultV1,
  isInputAccepted,
  isPromptAccepted,
} from "../../src/generated/protocol/validators.js";
import { single } from "../model/asking.js";
import { DONE, delta, event, finish, gate, modelServer, saying, streaming } from "../model/server.js";
import { type Bench, settled } from "./bench.js";
import { contextOf, operationId } from "./operation.js";
import { type Answer, call, wired } from "./wire.js";

/** A daemon on loopback whose first turn waits for `go`. */
async function held() {
  const go = gate();
  const server = await modelServer(async (one) => {
    one.head(200, { "content-type": "text/event-stream" });
    await one.send(delta("three "));
    await go.passed;
    await one.send(`${delta("blind mice")}${finish()}${DONE}`);
    one.end();
  });
  const { bench, url } = await wired({ config: single(`${server.url}/v1`) });
  const post = (path: string, body: object, method = "POST"): Promise<Answer> =>
    call(url, path, { method, body: JSON.stringify(body) });
  return { bench, url, post, server, go: go.open };
}

async function idle(bench: Bench): Promise<void> {
  while ((await bench.sync()).busy) await settled(1);
}

const resultIn = ({ text }: Answer): ClientOperationResultV1 => {
  const result: unknown = JSON.parse(text);
  return isClientOperationResultV1(result) ? result : expect.unreachable(text);
};

test("C082 a prompt without a context is 202 with a string `status`, and without an operation", async () => {
  const { post, go, bench } = await held();
  const { status, text } = await post("/prompt", { content: "mice", generation: 3, prompt_id: "p-1" });
  const accepted: unknown = JSON.parse(text);
  expect([status, isPromptAccepted(accepted), accepted]).toEqual([
    ...[202, true, { status: "admitted", prompt_id: "p-1", generation: 3 }],
  ]);
  const queued = await post("/turn/input", { content: "more" });
  const input = JSON.parse(queued.text) as InputAccepted;
  expect([queued.status, isInputAccepted(input), input.status, input.generation]).toEqual([202, true, "queued", 0]);
  const stream = await bench.follow();
  const dequeued = await post("/turn/input/newest", {}, "DELETE");
  expect([dequeued.status, JSON.parse(dequeued.text)]).toMatchObject([
    ...[200, { status: "dequeued", prompt_id: input.prompt_id }],
  ]);
  go();
  await idle(bench);
  await settled();
  expect(stream.records.filter((record) => record.kind === "operation_updated" || "operation" in record)).toEqual([]);
});

test("C083 C085 a prompt, a queued input and a dequeue take a context, and their records name the operation", async () => {
  const { bench, post, go, server } = await held();
  const stream = await bench.follow();
  const [prompt, input, dequeue] = [await contextOf(bench), await contextOf(bench), await contextOf(bench)];
  const first = await post("/prompt", { content: "mice", operation_context: prompt });
  expect([first.status, resultIn(first).operation]).toEqual([202, prompt.operation]);
  const queued = await post("/turn/input", { content: "more", prompt_id: "p-2", operation_context: input });
  expect([queued.status, resultIn(queued)]).toMatchObject([
    ...[200, { status: "completed", operation: input.operation, outcome: { prompt_id: "p-2", queue_revision: "1" } }],
  ]);
  const dequeued = await post("/turn/input/newest", { operation_context: dequeue }, "DELETE");
  expect([dequeued.status, resultIn(dequeued)]).toMatchObject([
    ...[200, { status: "completed", operation: dequeue.operation, outcome: { prompt_id: "p-2" } }],
  ]);
  // Each again: nothing is queued, taken back or run.
  expect((await post("/turn/input", { content: "more", prompt_id: "p-2", operation_context: input })).text).toBe(
    queued.text,
  );
  expect((await post("/turn/input/newest", { operation_context: dequeue }, "DELETE")).text).toBe(dequeued.text);
  expect((await bench.get("/turn/input")).json<InputList>().items).toEqual([]);
  go();
  await idle(bench);
  const last = await post("/prompt", { content: "mice", operation_context: prompt });
  expect([last.status, resultIn(last).status, server.asked.length]).toEqual([200, "completed", 1]);
  await settled();
  const named = stream.records.flatMap(({ kind, operation }) =>
    operation === undefined ? [] : [[kind, operation.operation]],
  );
  expect(named).toEqual([
    ["turn_started", prompt.operation],
    ["operation_updated", prompt.operation],
    ["operation_updated", prompt.operation],
    ["input_queued", input.operation],
    ["operation_updated", input.operation],
    ["input_dequeued", dequeue.operation],
    ["operation_updated", dequeue.operation],
    ["turn_finished", prompt.operation],
    ["operation_updated", prompt.operation],
  ]);
  for (const record of stream.records) {
    if (record.kind !== "operation_updated" || record.result.status === "in_progress") continue;
    const { window_id, operation } = record.result;
    const answer = (await bench.get(`/operations/${window_id}/${operation}`)).json<ClientOperationResultV1>();
    if (answer.status === record.result.status) expect(answer.committed_cursor).toBe(record.cursor);
  }
});

test("C282 while a turn runs, pages at the snapshot's checkpoint hold its items, and none that comes later", async () => {
  const { bench, url, go, server } = await held();
  const read = async (query: string): Promise<HistoryPage> => JSON.parse((await call(url, `/history${query}`)).text);
  go();
  // Each change of kind is another item.
  const pieces = [delta("a"), event({ choices: [{ index: 0, delta: { reasoning_content: "b" } }] })];
  server.answer(streaming(...Array.from({ length: 257 }, (_, at) => pieces[at % 2] ?? ""), finish()));
  await bench.turn("first");
  server.answer(saying("mice"));
  const operation_context = { ...(await contextOf(bench)), operation: operationId() };
  await bench.post("/prompt", { content: "the last", operation_context });
  const snapshot: SyncSnapshot = await bench.sync();
  expect(snapshot).toMatchObject({ busy: true, history_total_items: 259 });
  await idle(bench);
  await bench.turn("later");
  const { history_checkpoint } = snapshot;
  const first = await read(`?checkpoint=${history_checkpoint}`);
  const second = await read(`?checkpoint=${history_checkpoint}&page=${first.next_page}`);
  expect([first.items.length, second.items.length, second.next_page]).toEqual([256, 3, null]);
  expect([first.total_items, second.total_items]).toEqual([259, 259]);
  const items = [...first.items, ...second.items];
  expect(items.map(({ index }) => index)).toEqual(items.map((_, index) => index));
  expect(items.at(-1)).toMatchObject({ kind: "user_message", text: "the last" });
  expect((await read("")).total_items).toBe(262);
});
