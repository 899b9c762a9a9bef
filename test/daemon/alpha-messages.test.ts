/** Sessions with a provider of `alpha_messages` that refuses everything that a strict one refuses. */
import { expect, test } from "vitest";
import type { TurnFinished } from "../../src/generated/protocol/types.js";
import { answering, called, end, event, said, start, stopped, thought } from "../model/alpha-events.js";
import { alphaRefusals } from "../model/alpha-strict.js";
import { answerOf, inTurn, type ModelServer, modelServer, type Script } from "../model/server.js";
import { Disk } from "../ports/disk.js";
import { type Bench, running } from "./bench.js";

const config = (url: string): string => `version: 3
defaults: { full: m }
daemon: { retry: { max_retries: 0 } }
providers:
  lab: { kind: { type: custom_alpha_compatible }, url: "${url}", cache_control_strategy: alpha_breakpoints }
models:
  m:
    provider: lab
    class: full
    context_window: 100000
    max_output_tokens_per_turn: 4000
    reasoning: { type: thinking, can_disable: true }
`;

/** Answers what such a provider takes, and refuses all else with the reasons. */
const strictly =
  (script: Script): Script =>
  (one) => {
    const wrong = alphaRefusals(one.asked.body);
    const error = { type: "error", error: { type: "invalid_request_error", message: wrong.join("; ") } };
    return (wrong.length === 0 ? script : answerOf(400, JSON.stringify(error)))(one);
  };

async function talking(script: Script): Promise<{ readonly bench: Bench; readonly server: ModelServer }> {
  const server = await modelServer(strictly(script));
  return { bench: await running({ disk: new Disk(1), config: config(server.url) }), server };
}

function messages({ asked }: ModelServer): readonly { readonly role: string; readonly content: readonly object[] }[] {
  return JSON.parse(asked.at(-1)?.body ?? "{}").messages;
}

const ended = (records: readonly { kind: string }[]): TurnFinished => records.at(-1) as TurnFinished;

const THOUGHT = {
  type: "thinking",
  thinking: "hm\n\u{1f600} sk-proj-abcdefghijklmnopqrstuvwxyz0123456789",
  signature: "c2ln+/==",
};

test("thoughts go back byte for byte with the call that they came with, over twenty turns and a kill", async () => {
  const calling = answering(
    "tool_use",
    thought(0, THOUGHT.thinking, THOUGHT.signature),
    said(1, "look"),
    called(2, "toolu_1", "nothing", "{", "}"),
  );
  const hidden = answering("tool_use", thought(0, "", "aWQ="), called(1, "toolu_2", "nothing"));
  const { bench, server } = await talking(
    inTurn(...Array.from({ length: 20 }, () => [calling, hidden, answering("end_turn", said(0, "done"))]).flat()),
  );
  let current = bench;
  for (let turn = 0; turn < 20; turn += 1) {
    if (turn === 10) {
      current.disk.crash();
      current = await current.again();
    }
    expect(ended((await current.turn(`prompt ${turn}`)).records)).toMatchObject({ outcome: "completed" });
  }
  const answers = messages(server).filter(({ role }) => role === "assistant");
  expect(answers.map(({ content }) => content).slice(0, 2)).toEqual([
    [THOUGHT, { type: "text", text: "look" }, { type: "tool_use", id: "toolu_1", name: "nothing", input: {} }],
    [
      { type: "thinking", thinking: "", signature: "aWQ=" },
      { type: "tool_use", id: "toolu_2", name: "nothing", input: {} },
    ],
  ]);
  expect(answers).toHaveLength(59);
});

test("an answer that the limit cuts in a call keeps its text, and the session goes on", async () => {
  const cut = answering("max_tokens", said(0, "half"), called(1, "toolu_1", "nothing", '{"a":'));
  const { bench } = await talking(inTurn(cut, answering("end_turn", said(0, "whole"))));
  expect(ended((await bench.turn("one")).records)).toMatchObject({ finish: "length" });
  expect(ended((await bench.turn("two")).records)).toMatchObject({ outcome: "completed" });
});

test("an error in the middle of an answer ends the turn with its code, and the session goes on", async () => {
  const failing: Script = async (one) => {
    one.head(200, { "content-type": "text/event-stream" });
    await one.send(
      start + said(0, "a") + event({ type: "error", error: { type: "rate_limit_error", message: "slow down" } }),
    );
    one.end();
  };
  const { bench } = await talking(inTurn(failing, answering("end_turn", said(0, "b"))));
  expect(ended((await bench.turn("one")).records)).toMatchObject({
    outcome: "failed",
    error: { code: "provider_rate_limited", provider_message: "slow down" },
  });
  expect(ended((await bench.turn("two")).records)).toMatchObject({ outcome: "completed" });
});

test("an answer that the provider pauses is continued by the same request with its text, in one turn", async () => {
  const { bench, server } = await talking(
    inTurn(
      answering("pause_turn", said(0, "Let me search ")),
      answering("pause_turn", said(0, "and read, ")),
      answering("end_turn", said(0, "and answer.")),
    ),
  );
  const { records } = await bench.turn("look it up");
  expect(ended(records)).toMatchObject({
    outcome: "completed",
    finish: "stop",
    usage: { input_tokens: 21, output_tokens: 27 },
  });
  const parts = (await bench.history()).filter(({ kind }) => kind === "assistant_message");
  expect(parts.map(({ text, partial }) => [text, partial])).toEqual([
    ["Let me search ", true],
    ["and read, ", true],
    ["and answer.", undefined],
  ]);
  expect(messages(server).map(({ role, content }) => [role, content.map((block) => Object(block).text)])).toEqual([
    ["user", ["look it up"]],
    ["assistant", ["Let me search and read,"]],
  ]);
});

test("a provider that pauses every answer does not keep a turn for ever", async () => {
  const { bench, server } = await talking(answering("pause_turn", said(0, "more ")));
  expect(ended((await bench.turn("go")).records)).toMatchObject({ outcome: "completed", finish: "max_tool_turns" });
  expect(server.asked).toHaveLength(101);
});

test("a window that is full is an overflow", async () => {
  const { bench } = await talking(
    answerOf(200, start + end("model_context_window_exceeded") + stopped, "text/event-stream"),
  );
  expect(ended((await bench.turn("one")).records)).toMatchObject({ error: { code: "context_overflow" } });
});
