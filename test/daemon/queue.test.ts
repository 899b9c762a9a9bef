/** The queue of inputs: what is queued during a turn starts the next one, the oldest first (P-S25, P-S62, P-S63). */
import { expect, test } from "vitest";
import { limits } from "../../src/generated/protocol/tables.js";
import type {
  ClientOperationResultV1,
  InputList,
  ProtocolError,
  QueuedInput,
  SyncRecordV1,
} from "../../src/generated/protocol/types.js";
import { single } from "../model/asking.js";
import { gate, modelServer, saying } from "../model/server.js";
import { Disk } from "../ports/disk.js";
import { type Bench, running, settled } from "./bench.js";
import type { TestExchange } from "./exchange.js";
import { contextOf } from "./operation.js";

const said = (exchange: TestExchange): readonly unknown[] => [exchange.status, exchange.json<ProtocolError>().code];
const ids = (items: readonly QueuedInput[]): readonly string[] => items.map(({ prompt_id }) => prompt_id);
const list = async (bench: Bench): Promise<InputList> => (await bench.get("/turn/input")).json<InputList>();

async function idle(bench: Bench): Promise<void> {
  while ((await bench.sync()).busy || (await list(bench)).items.length > 0) await settled(1);
}

/** A daemon in a turn whose model answers when the gate is opened. */
async function inTurn(disk = new Disk(1)) {
  const go = gate();
  const server = await modelServer(async (one) => {
    await go.passed;
    await saying("ok")(one);
  });
  const bench = await running({ disk, config: single(`${server.url}/v1`) });
  await bench.post("/prompt", { content: "first", prompt_id: "first" });
  return { go, server, bench, disk };
}

const queue = (bench: Bench, prompt_id: string, more: object = {}) =>
  bench.post("/turn/input", { content: `say ${prompt_id}`, prompt_id, ...more });

test("C285 idle: 409; during a turn an input waits, and starts the next turn, the oldest first", async () => {
  const { bench, go } = await inTurn();
  const stream = await bench.follow();
  const answers = [await queue(bench, "a", { generation: 4 }), await queue(bench, "b")];

  expect(answers[0]?.json()).toEqual({ status: "queued", prompt_id: "a", generation: 4, queue_revision: "1" });
  expect(answers.map(({ status }) => status)).toEqual([202, 202]);
  const waiting = await list(bench);
  expect(waiting).toEqual({
    ...{ version: 1, queue_revision: "2" },
    items: [
      { prompt_id: "a", generation: 4, text: "say a" },
      { prompt_id: "b", generation: 0, text: "say b" },
    ],
  });
  expect((await bench.sync()).queue).toEqual({ revision: "2", items: waiting.items });
  go.open();
  await idle(bench);
  await settled();
  const kinds = ["input_queued", "input_dequeued", "turn_started", "turn_finished"];
  const named = (record: SyncRecordV1): string =>
    `${record.kind} ${record.kind === "input_queued" ? record.input.prompt_id : (record as { prompt_id?: string }).prompt_id}`;
  expect(stream.records.filter(({ kind }) => kinds.includes(kind)).map(named)).toEqual([
    ...["input_queued a", "input_queued b", "turn_finished first"],
    ...["input_dequeued a", "turn_started a", "turn_finished a"],
    ...["input_dequeued b", "turn_started b", "turn_finished b"],
  ]);
  expect((await bench.history()).map(({ text }) => text)).toEqual(["first", "ok", "say a", "ok", "say b", "ok"]);
  expect(said(await queue(bench, "c"))).toEqual([409, "turn_not_running"]);
});

test("C115 exactly the newest is taken back; of an empty queue nothing is", async () => {
  const { bench, go } = await inTurn();
  for (const id of ["a", "b", "c"]) await queue(bench, id);
  const context = await contextOf(bench);
  const back = await bench.delete("/turn/input/newest", { operation_context: context });
  expect([back.status, back.json()]).toEqual([
    200,
    expect.objectContaining({ status: "completed", outcome: { prompt_id: "c" } }),
  ]);
  // Repeated, it takes nothing more.
  expect((await bench.delete("/turn/input/newest", { operation_context: context })).text).toBe(back.text);
  expect(ids((await list(bench)).items)).toEqual(["a", "b"]);
  const plain = await bench.delete("/turn/input/newest");
  expect(plain.json()).toEqual({ status: "dequeued", prompt_id: "b", queue_revision: "5" });
  await bench.delete("/turn/input/newest");
  const none = await bench.delete("/turn/input/newest");
  expect([none.status, none.json()]).toEqual([200, { status: "nothing_queued", queue_revision: "6" }]);
  const correlated = await bench.delete("/turn/input/newest", { operation_context: await contextOf(bench) });
  expect(correlated.json<ClientOperationResultV1>()).toMatchObject({ status: "completed", outcome: "nothing_queued" });
  go.open();
  await idle(bench);
  expect(await bench.history()).toHaveLength(2);
});

test("a queued input with an operation is done at once, and repeated it is not queued again", async () => {
  const { bench } = await inTurn();
  const body = { content: "x", prompt_id: "a", operation_context: await contextOf(bench) };
  const answers = await Promise.all([1, 2, 3].map(() => bench.post("/turn/input", body)));
  expect(answers.map(({ status, text }) => [status, text])).toEqual(Array(3).fill([200, answers[0]?.text]));
  expect(answers[0]?.json<ClientOperationResultV1>()).toMatchObject({
    ...{ status: "completed", outcome: { prompt_id: "a", queue_revision: "1" } },
  });
  const plain = [await queue(bench, "b"), await queue(bench, "b")];
  expect(plain[1]?.text).toBe(plain[0]?.text);
  expect(said(await queue(bench, "b", { content: "other" }))).toEqual([409, "operation_payload_conflict"]);
  expect(said(await bench.post("/prompt", { content: "say b", prompt_id: "b" }))).toEqual([
    409,
    "operation_payload_conflict",
  ]);
  expect(ids((await list(bench)).items)).toEqual(["a", "b"]);
});

test("P-S25 32 inputs wait, P-S63 and 32 MiB; one more is refused, and one taken back makes room", async () => {
  const { bench } = await inTurn();
  const many = await Promise.all(Array.from({ length: 32 }, (_, index) => queue(bench, `i${index}`)));
  expect(new Set(many.map(({ status }) => status))).toEqual(new Set([202]));
  expect((await bench.sync()).actions.queue_input).toEqual({ available: false, reason: "turn_input_queue_full" });
  expect(said(await queue(bench, "more"))).toEqual([409, "turn_input_queue_full"]);
  await bench.delete("/turn/input/newest");
  expect((await queue(bench, "more")).status).toBe(202);
  const order = [...Array.from({ length: 31 }, (_, index) => `i${index}`), "more"];
  expect(ids((await list(bench)).items)).toEqual(order);

  const { bench: other } = await inTurn();
  const half = "x".repeat(16 * 1024 ** 2 - 1024);
  expect((await queue(other, "a", { content: half })).status).toBe(202);
  expect((await queue(other, "b", { content: half })).status).toBe(202);
  const attachments = [{ media_type: "text/plain", data_base64: Buffer.alloc(2049).toString("base64") }];
  expect(said(await queue(other, "c", { content: "", attachments }))).toEqual([409, "turn_input_queue_full"]);
  expect((await queue(other, "d", { content: "x".repeat(2048) })).status).toBe(202);
  // A long text is shown by its beginning, everywhere.
  const [first] = (await list(other)).items;
  expect([first?.text?.length, first?.elided?.bytes]).toEqual([65_536, half.length]);
});

test("a long input is told whole when its turn comes", async () => {
  const { bench, go, server } = await inTurn();
  const content = "x".repeat(300_000);
  await queue(bench, "a", { content });
  go.open();
  await idle(bench);
  expect(server.asked.at(-1)?.body).toContain(content);
});

test("the disk refuses an input, or its taking back: the queue is as before", async () => {
  const { bench, disk, go } = await inTurn();
  await queue(bench, "a");
  disk.decide = () => "full";
  expect(said(await queue(bench, "b"))).toEqual([503, "storage_unavailable"]);
  expect(said(await bench.delete("/turn/input/newest"))).toEqual([503, "storage_unavailable"]);
  const both = await Promise.all([queue(bench, "c"), bench.delete("/turn/input/newest"), queue(bench, "d")]);
  expect(both.map(said)).toEqual(Array(3).fill([503, "storage_unavailable"]));
  expect(ids((await list(bench)).items)).toEqual(["a"]);
  disk.decide = () => undefined;
  expect((await queue(bench, "b")).status).toBe(202);
  expect((await bench.delete("/turn/input/newest")).json()).toMatchObject({ prompt_id: "b" });
  go.open();
  await idle(bench);
  expect((await bench.history()).map(({ text }) => text)).toEqual(["first", "ok", "say a", "ok"]);
});

test("C294 an input whose turn the disk refuses begins it when the disk takes it again", async () => {
  const { bench, disk, go } = await inTurn();
  await queue(bench, "a");
  // The end of the first turn is taken; the beginning of the next one is not.
  let ends = 0;
  disk.decide = ({ kind }) => {
    ends += kind === "append" ? 1 : 0;
    return kind === "append" && ends > 2 ? "full" : undefined;
  };
  go.open();
  await bench.said("a prompt could not be kept");
  const waiting = async (): Promise<unknown> => [(await bench.sync()).busy, ids((await list(bench)).items)];
  while ((await bench.sync()).busy) await settled(1);
  expect(await waiting()).toEqual([false, ["a"]]);
  bench.clock.pass(limits.queueRetry);
  await settled();
  expect(await waiting()).toEqual([false, ["a"]]);
  disk.decide = () => undefined;
  bench.clock.pass(limits.queueRetry - 1);
  await settled();
  expect(await waiting()).toEqual([false, ["a"]]);
  bench.clock.pass(1);
  await idle(bench);
  expect((await bench.history()).map(({ text }) => text)).toEqual(["first", "ok", "say a", "ok"]);
});

test("a daemon that stops while the disk refuses a turn does not try again", async () => {
  const { bench, disk, go } = await inTurn();
  await queue(bench, "a");
  disk.decide = ({ kind }) => (kind === "append" ? "full" : undefined);
  go.open();
  await bench.said("a prompt could not be kept");
  const before = bench.log.length;
  await bench.daemon.stop("terminate");
  bench.clock.pass(limits.queueRetry);
  await settled();
  expect(bench.log.slice(before).join("")).not.toContain("a prompt could not be kept");
});

test("a turn that is cancelled ends as others do: the input that waits starts the next one", async () => {
  const { bench, go } = await inTurn();
  await queue(bench, "a");
  const stream = await bench.follow();
  await bench.post("/turn/cancel");
  await stream.until(({ records }) => records.some(({ kind }) => kind === "turn_started"));
  go.open();
  await idle(bench);
  expect((await bench.history()).map(({ text }) => text)).toEqual(["first", "say a", "ok"]);
});

test.each(["stopped in order", "killed"])(
  "%s with inputs that wait: the next daemon begins with the oldest",
  async (how) => {
    const { bench, go, disk } = await inTurn();
    const long = "y".repeat(300_000);
    await queue(bench, "a");
    await queue(bench, "b", { content: long });
    await queue(bench, "c");
    await bench.delete("/turn/input/newest");
    if (how === "killed") disk.crash();
    else await bench.daemon.stop("terminate");
    go.open();
    const again = await bench.again();
    // Their ids are known: nothing that waited is sent once more.
    expect(said(await again.post("/prompt", { content: "say b", prompt_id: "b" }))).toEqual([
      409,
      "operation_payload_conflict",
    ]);
    await idle(again);
    const texts = (await again.history()).map(({ text }) => (text === long.slice(0, 65_536) ? "long" : text));
    const interrupted = how === "killed" ? ["The turn was interrupted: the daemon ended before the turn did."] : [];
    expect(texts).toEqual(["first", ...interrupted, "say a", "ok", "long", "ok"]);
  },
);

test("what waits when the daemon stops is not begun", async () => {
  const { bench } = await inTurn();
  await queue(bench, "a");
  const stream = await bench.follow();
  const stopping = bench.daemon.stop("terminate");
  expect(said(await queue(bench, "b"))).toEqual([503, "shutting_down"]);
  expect(said(await bench.delete("/turn/input/newest"))).toEqual([503, "shutting_down"]);
  await stopping;
  expect(stream.records.filter(({ kind }) => kind === "turn_started")).toEqual([]);
});

test.each([
  ['{"content":7}', "content"],
  ['{"generation":1.5}', "generation"],
  ['{"generation":-1}', "generation"],
  ['{"prompt_id":7}', "prompt_id"],
])("C110 %s is refused and queues nothing", async (body, field) => {
  const { bench } = await inTurn();
  const answer = await bench.post("/turn/input", body);
  expect([...said(answer), answer.json<ProtocolError>().details?.field]).toEqual([400, "invalid_request", field]);
  expect((await list(bench)).items).toEqual([]);
});

test("C119 on a slow disk many admissions share a sync, and after a crash there is no half of one", async () => {
  const { bench, disk } = await inTurn();
  await settled();
  const before = disk.count("sync");
  let release = (): void => {};
  const slow = new Promise<void>((resolve) => {
    release = resolve;
  });
  disk.decide = async () => {
    await slow;
    return undefined;
  };
  const numbers = Array.from({ length: 30 }, (_, index) => index);
  const all = numbers.map((index) => queue(bench, `i${index}`));
  await settled();
  release();
  const answers = await Promise.all(all);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
  expect(disk.count("sync") - before).toBe(1);
  expect(answers.map((answer) => answer.json<{ queue_revision: string }>().queue_revision)).toEqual(
    numbers.map((index) => `${index + 1}`),
  );
  disk.crash();
  const again = await bench.again();
  await settled();
  const { items } = await list(again);
  // The first of them has begun the next turn.
  expect(ids(items)).toEqual(numbers.slice(1).map((index) => `i${index}`));
});
