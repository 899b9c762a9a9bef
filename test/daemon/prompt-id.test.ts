/** P-S56: `prompt_id` is the key of a prompt within its epoch. A client that heard no answer sends it again, and its turn runs once. */
import { expect, test } from "vitest";
import type { ProtocolError } from "../../src/generated/protocol/types.js";
import { single } from "../model/asking.js";
import { gate, modelServer, saying } from "../model/server.js";
import { Disk } from "../ports/disk.js";
import { type Bench, running, settled } from "./bench.js";
import type { TestExchange } from "./exchange.js";

const said = (exchange: TestExchange): readonly unknown[] => [exchange.status, exchange.json<ProtocolError>().code];

async function idle(bench: Bench): Promise<void> {
  while ((await bench.sync()).busy) await settled(1);
}

const PROMPT = { prompt_id: "a1", content: "hello", generation: 2 };

test("after its turn a prompt that comes again gets the first answer, whatever its spelling, and nothing runs", async () => {
  const bench = await running();
  const stream = await bench.follow();
  const first = await bench.post("/prompt", PROMPT);
  await idle(bench);
  for (const body of [PROMPT, '{ "generation": 2.0, "content": "h\\u0065llo", "prompt_id": "a1" }']) {
    const again = await bench.post("/prompt", body);
    expect([again.status, again.json()]).toEqual([first.status, first.json()]);
  }
  await settled();
  expect(await bench.history()).toHaveLength(2);
  expect(stream.records.filter(({ kind }) => kind === "turn_started")).toHaveLength(1);
});

test("while its turn runs, and while another one does, a retry is no `turn_in_flight`", async () => {
  const go = gate();
  const server = await modelServer(async (one) => {
    await go.passed;
    await saying("ok")(one);
  });
  const bench = await running({ config: single(`${server.url}/v1`) });
  const accepted = { status: "admitted", prompt_id: "a1", generation: 2 };
  expect((await bench.post("/prompt", PROMPT)).json()).toEqual(accepted);
  expect((await bench.post("/prompt", PROMPT)).json()).toEqual(accepted);
  expect(said(await bench.post("/prompt", { ...PROMPT, prompt_id: "a2" }))).toEqual([409, "turn_in_flight"]);
  go.open();
  await idle(bench);
  await bench.turn("another");
  expect((await bench.post("/prompt", PROMPT)).json()).toEqual(accepted);
  expect(server.asked).toHaveLength(2);
});

test("both at once: one turn, two answers that are the same", async () => {
  const bench = await running();
  const answers = await Promise.all([1, 2, 3].map(() => bench.post("/prompt", PROMPT)));
  expect(answers.map(({ status, text }) => [status, text])).toEqual(Array(3).fill([202, answers[0]?.text]));
  await idle(bench);
  expect(await bench.history()).toHaveLength(2);
});

test.each([
  ["another content", { ...PROMPT, content: "hallo" }],
  ["another generation", { ...PROMPT, generation: 3 }],
  ["a model", { ...PROMPT, model: "echo" }],
  ["no content", { prompt_id: "a1", generation: 2 }],
])("the same id with %s is a conflict, during the turn and after it", async (_, other) => {
  const bench = await running();
  const [first, during] = await Promise.all([bench.post("/prompt", PROMPT), bench.post("/prompt", other)]);
  expect(first.status).toBe(202);
  expect(said(during)).toEqual([409, "operation_payload_conflict"]);
  await idle(bench);
  expect(said(await bench.post("/prompt", other))).toEqual([409, "operation_payload_conflict"]);
  expect(await bench.history()).toHaveLength(2);
});

test("an id that the daemon made is known, too", async () => {
  const bench = await running();
  const first = (await bench.post("/prompt", { content: "hello" })).json<{ prompt_id: string }>();
  await idle(bench);
  const { prompt_id } = first;
  expect((await bench.post("/prompt", { content: "hello", prompt_id })).json()).toEqual(first);
  expect(said(await bench.post("/prompt", { content: "x", prompt_id }))).toEqual([409, "operation_payload_conflict"]);
});

test("what was refused is not stored: it may be sent again, with another payload too", async () => {
  const disk = new Disk(1);
  const bench = await running({ disk });
  disk.decide = () => "full";
  const refused = await Promise.all([bench.post("/prompt", PROMPT), bench.post("/prompt", PROMPT)]);
  expect(refused.map(said)).toEqual(Array(2).fill([503, "storage_unavailable"]));
  disk.decide = () => undefined;
  expect((await bench.post("/prompt", { ...PROMPT, content: "hallo" })).status).toBe(202);
  await idle(bench);
  expect((await bench.history()).map(({ text }) => text)).toEqual(["hallo", "hallo"]);
});

test("another epoch knows nothing of it", async () => {
  const bench = await running();
  await bench.post("/prompt", PROMPT);
  await idle(bench);
  await bench.daemon.stop("terminate");
  const again = await bench.again();
  expect((await again.post("/prompt", { ...PROMPT, content: "hallo" })).status).toBe(202);
});
