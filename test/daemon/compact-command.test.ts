/** P-S27, P-S103: a client asks for a compaction between turns. */
import { expect, test } from "vitest";
import type { ClientOperationResultV1, CompactAccepted } from "../../src/generated/protocol/types.js";
import { answerOf, gate, type Script } from "../model/server.js";
import type { Bench } from "./bench.js";
import {
  compactedIn,
  endOf,
  isSummary,
  noticesOf,
  SUMMARY,
  sentIn,
  started,
  strict,
  summariesOf,
  summarising,
  textsIn,
  working,
} from "./compacting.js";
import { contextOf } from "./operation.js";

async function talked(bench: Bench, turns = 6): Promise<void> {
  for (let turn = 1; turn <= turns; turn += 1) await bench.turn(`turn ${turn}: go on`);
}

/** Asks, and waits for the record of the compaction. */
async function compacted(bench: Bench, body: object = {}) {
  const stream = await bench.follow();
  const asked = await bench.post("/compact", body);
  await stream.until(({ records }) => records.some(({ kind }) => kind === "compacted"));
  stream.leave();
  return { asked, records: stream.records };
}

test("C314 guidance reaches the summary, and the next request has the summary in place of all but the last two turns", async () => {
  const { bench, server } = await started(strict(working()));
  await talked(bench);
  const { asked, records } = await compacted(bench, { guidance: "dwell on the rigging" });
  expect([asked.status, asked.json<CompactAccepted>()]).toEqual([
    202,
    { status: "admitted", compaction_id: expect.any(String) },
  ]);
  const [summary = ""] = summariesOf(server);
  expect(textsIn(summary)).toContain("dwell on the rigging");
  expect(compactedIn(records)).toMatchObject([{ before: expect.any(Number), after: expect.any(Number) }]);
  expect(compactedIn(records)[0]).not.toHaveProperty("prompt_id");
  expect((await noticesOf(bench)).at(-1)).toContain("The conversation was compacted from about");
  await bench.turn("and now?");
  const { messages } = sentIn(server.asked.at(-1)?.body ?? "");
  const told = String(messages[1]?.content);
  expect(told).toContain(SUMMARY);
  for (const turn of [1, 2, 3, 4]) expect(told).toContain(`<prompt>\nturn ${turn}: go on\n</prompt>`);
  expect(told.endsWith("turn 5: go on")).toBe(true);
  // Those of turn 5, of turn 6 with a call, and the new prompt.
  expect(messages.map(({ role }) => role)).toEqual([
    ...["system", "user", "assistant", "user", "assistant", "tool", "assistant", "user"],
  ]);
  expect((await bench.history()).filter(({ kind }) => kind === "user_message")).toHaveLength(7);
});

test("a later compaction goes on with the earlier summary, and tells the prompts of all of the time", async () => {
  const { bench, server } = await started(strict(working()));
  await talked(bench, 5);
  await compacted(bench);
  await talked(bench, 5);
  await compacted(bench);
  const [, second = ""] = summariesOf(server);
  expect(textsIn(second)).toContain(`The memory so far, which you go on with:\n\n${SUMMARY}`);
  expect(textsIn(second)).not.toContain("What happened so far");
  await bench.turn("and now?");
  expect(textsIn(server.asked.at(-1)?.body ?? "").match(/<prompt>/g)).toHaveLength(8);
});

test("the command is correlated: a repetition gets the same result, and the next daemon knows it", async () => {
  const { bench, server } = await started(strict(working()));
  await talked(bench);
  const operation_context = await contextOf(bench);
  const { asked } = await compacted(bench, { operation_context });
  expect(asked.json<ClientOperationResultV1>()).toMatchObject({ status: "admitted" });
  const again = (await bench.post("/compact", { operation_context })).json<ClientOperationResultV1>();
  const outcome = { compaction_id: expect.any(String), before: expect.any(Number), after: expect.any(Number) };
  expect(again).toMatchObject({ status: "completed", outcome });
  expect(summariesOf(server)).toHaveLength(1);
  const { window_id, operation } = again;
  await bench.daemon.stop("terminate");
  const next = await bench.again();
  const found = (await next.get(`/operations/${window_id}/${operation}`)).json<ClientOperationResultV1>();
  expect(found).toMatchObject({ status: "completed", outcome: again.outcome });
});

test("one that a crash has ended has failed as interrupted, and nothing was compacted", async () => {
  const { bench, server } = await started(strict(working()));
  await talked(bench);
  const operation_context = await contextOf(bench);
  const hanging = gate();
  server.answer(async (one) => {
    hanging.open();
    await one.closed;
  });
  await bench.post("/compact", { operation_context });
  await hanging.passed;
  bench.disk.kill();
  const next = await bench.again();
  const { window, operation } = operation_context;
  const found = (await next.get(`/operations/${window}/${operation}`)).json<ClientOperationResultV1>();
  expect(found).toMatchObject({ status: "failed", error: { code: "interrupted" } });
  server.answer(strict(working()));
  await next.turn("and now?");
  expect(textsIn(server.asked.at(-1)?.body ?? "")).not.toContain("What happened so far");
});

test("with one turn there is nothing to compact", async () => {
  const { bench, server } = await started(strict(working()));
  for (const before of [0, 1]) {
    await talked(bench, before);
    const { status, text } = await bench.post("/compact");
    expect([status, JSON.parse(text)]).toEqual([200, { status: "nothing_to_compact" }]);
    const correlated = await bench.post("/compact", { operation_context: await contextOf(bench) });
    expect(correlated.json<ClientOperationResultV1>()).toMatchObject({
      status: "completed",
      outcome: "nothing_to_compact",
    });
  }
  expect(summariesOf(server)).toEqual([]);
});

test("with two turns the last one stays", async () => {
  const { bench } = await started(strict(working()));
  await talked(bench, 2);
  expect((await compacted(bench)).asked.status).toBe(202);
});

/** Summarises when the gate is open. */
const waiting =
  (passed: Promise<void>): Script =>
  async (one) => {
    if (isSummary(one.asked.body)) await passed;
    return strict(working())(one);
  };

test("during a turn it is refused, and a second one beside it too; a prompt meanwhile waits for it", async () => {
  const turnGate = gate();
  const { bench, server } = await started(strict(working()));
  await talked(bench);
  server.answer(async (one) => {
    await turnGate.passed;
    return strict(working())(one);
  });
  const stream = await bench.follow();
  await bench.post("/prompt", { content: "slowly" });
  expect(await bench.sync()).toMatchObject({ actions: { compact: { available: false, reason: "turn_in_flight" } } });
  const during = await bench.post("/compact");
  expect([during.status, during.json<{ code: string }>().code]).toEqual([409, "turn_in_flight"]);
  turnGate.open();
  await stream.until(({ records }) => records.some(({ kind }) => kind === "turn_finished"));
  expect(await bench.sync()).toMatchObject({ actions: { compact: { available: true } } });
  const summaryGate = gate();
  server.answer(waiting(summaryGate.passed));
  expect((await bench.post("/compact")).status).toBe(202);
  const beside = await bench.post("/compact");
  expect([beside.status, beside.json<{ code: string }>().code]).toEqual([409, "compaction_in_flight"]);
  const accepted = (await bench.post("/prompt", { content: "and now?" })).json<{ prompt_id: string }>();
  summaryGate.open();
  await stream.until(({ records }) =>
    records.some((record) => record.kind === "turn_finished" && record.prompt_id === accepted.prompt_id),
  );
  stream.leave();
  expect(textsIn(server.asked.at(-1)?.body ?? "")).toContain(SUMMARY);
});

test("a turn that waits for it can be cancelled, and the compaction goes on", async () => {
  const { bench, server } = await started(strict(working()));
  await talked(bench);
  const summaryGate = gate();
  server.answer(waiting(summaryGate.passed));
  await bench.post("/compact");
  const stream = await bench.follow();
  await bench.post("/prompt", { content: "and now?" });
  await bench.post("/turn/cancel");
  await stream.until(({ records }) => records.some(({ kind }) => kind === "turn_finished"));
  expect(endOf(stream.records)).toMatchObject({ outcome: "cancelled" });
  summaryGate.open();
  await stream.until(({ records }) => records.some(({ kind }) => kind === "compacted"));
  stream.leave();
});

test("stopping ends it", async () => {
  const { bench, server } = await started(strict(working()));
  await talked(bench);
  const hanging = gate();
  server.answer(async (one) => {
    hanging.open();
    await one.closed;
  });
  await bench.post("/compact");
  await hanging.passed;
  await bench.daemon.stop("terminate");
  const next = await bench.again();
  expect((await noticesOf(next)).at(-1)).toContain("The conversation was not compacted");
});

test("a failure is an operation that failed and a notice", async () => {
  const { bench, server } = await started(strict(working()));
  await talked(bench);
  server.answer(answerOf(401, '{"error":{"message":"no key"}}'));
  const operation_context = await contextOf(bench);
  const stream = await bench.follow();
  await bench.post("/compact", { operation_context });
  await stream.until(({ records }) =>
    records.some((record) => record.kind === "operation_updated" && record.result.status === "failed"),
  );
  stream.leave();
  const result = (await bench.post("/compact", { operation_context })).json<ClientOperationResultV1>();
  expect(result).toMatchObject({ status: "failed", error: { code: "provider_error", status: 401 } });
  expect((await noticesOf(bench)).at(-1)).toMatch(/^The conversation was not compacted: .*could not be summarised/);
});

test.each<[string, unknown, number]>([
  ["guidance that is no text", { guidance: 7 }, 400],
  ["guidance that is too long", { guidance: "x".repeat(16_385) }, 400],
  ["no object", [], 400],
  [
    "an operation of another run",
    { operation_context: { daemon_epoch: "0".repeat(32), window: "w", operation: "o" } },
    400,
  ],
])("%s is refused", async (_, body, status) => {
  const { bench } = await started(strict(working()));
  expect((await bench.post("/compact", JSON.stringify(body))).status).toBe(status);
});

test("without a model that can be asked it is refused", async () => {
  const { bench } = await started(strict(working()), { more: "", window: "16000, enabled: false" });
  const { status, text } = await bench.post("/compact");
  expect([status, JSON.parse(text)]).toEqual([409, expect.objectContaining({ code: "no_model" })]);
});

test("a credential in the guidance is hidden", async () => {
  const { bench, server } = await started(strict(working(true, summarising)));
  await talked(bench);
  const key = `sk-${"a1B2c3D4".repeat(6)}`;
  await compacted(bench, { guidance: `use ${key}` });
  expect(summariesOf(server).join("")).not.toContain(key);
});
