/** Sessions with a provider of `beta_responses` that refuses everything that a strict one refuses. */
import { expect, test } from "vitest";
import type { TurnFinished } from "../../src/generated/protocol/types.js";
import { answering, called, end, said, start, thought } from "../model/responses-events.js";
import { responsesRefusals } from "../model/responses-strict.js";
import { answerOf, inTurn, type ModelServer, modelServer, type Script } from "../model/server.js";
import { Disk } from "../ports/disk.js";
import { type Bench, running } from "./bench.js";

const config = (url: string): string => `version: 3
defaults: { full: m }
daemon: { retry: { max_retries: 0 } }
providers:
  lab: { kind: { type: custom_beta_responses }, url: "${url}/v1" }
models:
  m:
    provider: lab
    class: full
    context_window: 100000
    reasoning: { type: effort, effort_set: s, can_disable: false, levels: [low, high], default_level: low }
`;

/** Answers what such a provider takes, and refuses all else with the reasons. */
const strictly =
  (script: Script): Script =>
  (one) => {
    const wrong = responsesRefusals(one.asked.body);
    const error = { error: { type: "invalid_request_error", message: wrong.join("; ") } };
    return (wrong.length === 0 ? script : answerOf(400, JSON.stringify(error)))(one);
  };

async function talking(script: Script): Promise<{ readonly bench: Bench; readonly server: ModelServer }> {
  const server = await modelServer(strictly(script));
  return { bench: await running({ disk: new Disk(1), config: config(server.url) }), server };
}

const ended = (records: readonly { kind: string }[]): TurnFinished => records.at(-1) as TurnFinished;

const ENCRYPTED = "gAAAAA+/== sk-proj-abcdefghijklmnopqrstuvwxyz0123456789";

test("encrypted reasoning goes back byte for byte with its call, over twenty turns and a kill", async () => {
  const calling = answering(thought(0, ["hm"], ENCRYPTED), said(1, "look"), called(2, "call_a", "nothing", "{}"));
  const more = answering(thought(0, [], "aWQ="), called(1, "call_b", "nothing", ""));
  const turns = Array.from({ length: 20 }, () => [calling, more, answering(said(0, "done"))]).flat();
  const { bench, server } = await talking(inTurn(...turns));
  let current = bench;
  for (let turn = 0; turn < 20; turn += 1) {
    if (turn === 10) {
      current.disk.crash();
      current = await current.again();
    }
    expect(ended((await current.turn(`prompt ${turn}`)).records)).toMatchObject({ outcome: "completed" });
  }
  const { input } = JSON.parse(server.asked.at(-1)?.body ?? "{}") as { input: readonly object[] };
  expect(input.slice(1, 4)).toEqual([
    { type: "reasoning", summary: [{ type: "summary_text", text: "hm" }], encrypted_content: ENCRYPTED },
    { role: "assistant", content: "look" },
    { type: "function_call", call_id: "call_a", name: "nothing", arguments: "{}" },
  ]);
  expect(JSON.stringify(input).split(ENCRYPTED)).toHaveLength(21);
});

test("an answer that the limit cuts keeps its text, and the session goes on", async () => {
  const cut = start + said(0, "half") + end("incomplete", { incomplete_details: { reason: "max_output_tokens" } });
  const { bench } = await talking(inTurn(answerOf(200, cut, "text/event-stream"), answering(said(0, "whole"))));
  expect(ended((await bench.turn("one")).records)).toMatchObject({ finish: "length" });
  expect(ended((await bench.turn("two")).records)).toMatchObject({ outcome: "completed" });
});

test.each([
  ["rate_limit_exceeded", "provider_rate_limited"],
  ["context_length_exceeded", "context_overflow"],
  ["server_error", "provider_error"],
])("an answer that fails with %s ends the turn with %s, and the session goes on", async (code, expected) => {
  const failing = start + said(0, "a") + end("failed", { error: { code, message: "no" } });
  const { bench } = await talking(inTurn(answerOf(200, failing, "text/event-stream"), answering(said(0, "b"))));
  expect(ended((await bench.turn("one")).records)).toMatchObject({ outcome: "failed", error: { code: expected } });
  expect(ended((await bench.turn("two")).records)).toMatchObject({ outcome: "completed" });
});
