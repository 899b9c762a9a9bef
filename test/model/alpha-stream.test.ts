/** Answers of `alpha_messages`, without a network: bytes in, events out. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { AlphaMessagesReader } from "../../src/agent/session/model/alpha-messages/stream.js";
import type { ModelEvent } from "../../src/agent/session/model/event.js";
import { limits } from "../../src/generated/protocol/tables.js";
import { cases } from "../cases.js";
import { block, called, end, event, PING, said, start, stopped, thought } from "./alpha-events.js";
import { encoder, reading, reasoning, text } from "./reading.js";

const read = reading(() => new AlphaMessagesReader());

const usage: ModelEvent = { kind: "usage", usage: { input_tokens: 7, output_tokens: 9 } };
const finish = (reason: "stop" | "length" | "tool_calls" | "content_filter" | "unknown"): ModelEvent => ({
  kind: "finish",
  reason,
});
const call = (id: string, name: string, input: string): ModelEvent => ({ kind: "call", call: { id, name, input } });
const state = (value: object): ModelEvent => ({ kind: "state", state: JSON.stringify(value) });

const STREAMS: readonly (readonly [name: string, stream: string, events: readonly ModelEvent[]])[] = [
  [
    "words",
    start + said(0, "three ", "mice") + end("end_turn") + stopped,
    [text("three "), text("mice"), usage, finish("stop")],
  ],
  [
    "pings anywhere",
    PING + start + PING + said(0, "a") + PING + end("end_turn") + PING + stopped,
    [text("a"), usage, finish("stop")],
  ],
  [
    "a thought, its signature, words",
    start + thought(0, "hm", "c2ln") + said(1, "a") + end("end_turn") + stopped,
    [reasoning("hm"), state({ type: "thinking", thinking: "hm", signature: "c2ln" }), text("a"), usage, finish("stop")],
  ],
  [
    "a thought that is not shown",
    start + thought(0, "", "c2ln") + said(1, "a") + end("end_turn") + stopped,
    [state({ type: "thinking", thinking: "", signature: "c2ln" }), text("a"), usage, finish("stop")],
  ],
  [
    "a thought that is hidden",
    start + block(0, { type: "redacted_thinking", data: "eA==" }) + said(1, "a") + end("end_turn") + stopped,
    [state({ type: "redacted_thinking", data: "eA==" }), text("a"), usage, finish("stop")],
  ],
  [
    "two calls with a thought between them",
    start +
      said(0, "look") +
      called(1, "toolu_1", "shell", '{"command":', '"ls"}') +
      thought(2, "and", "c2ln") +
      called(3, "toolu_2", "ask") +
      end("tool_use") +
      stopped,
    [
      ...[text("look"), reasoning("and"), call("toolu_1", "shell", '{"command":"ls"}')],
      state({ type: "thinking", thinking: "and", signature: "c2ln" }),
      ...[call("toolu_2", "ask", "{}"), usage, finish("tool_calls")],
    ],
  ],
  [
    "calls without ids",
    start + called(0, "", "a", "{}") + called(1, "", "b", "{}") + end("tool_use") + stopped,
    [call("call_1", "a", "{}"), call("call_2", "b", "{}"), usage, finish("tool_calls")],
  ],
  [
    "the input in the beginning of a call",
    start + block(0, { type: "tool_use", id: "t", name: "a", input: { b: 1 } }) + end("tool_use") + stopped,
    [call("t", "a", '{"b":1}'), usage, finish("tool_calls")],
  ],
  [
    "blocks, pieces and events of other kinds",
    start +
      block(
        0,
        { type: "server_tool_use", id: "s", name: "web_search", input: {} },
        { type: "input_json_delta", partial_json: "{}" },
      ) +
      block(1, { type: "compaction", content: "x" }) +
      block(
        2,
        { type: "text", text: "" },
        { type: "citations_delta", citation: {} },
        { type: "text_delta", text: "a" },
      ) +
      event({ type: "message_surprise" }) +
      end("end_turn") +
      stopped,
    [text("a"), usage, finish("stop")],
  ],
  ["the limit", start + said(0, "a") + end("max_tokens") + stopped, [text("a"), usage, finish("length")]],
  ["a refusal", start + said(0, "no") + end("refusal") + stopped, [text("no"), usage, finish("content_filter")]],
  ["a stop sequence", start + said(0, "a") + end("stop_sequence") + stopped, [text("a"), usage, finish("stop")]],
  ["another reason", start + said(0, "a") + end("surprise") + stopped, [text("a"), usage, finish("unknown")]],
  ["no reason", start + said(0, "a") + end(null) + stopped, [text("a"), usage, finish("unknown")]],
  [
    "counts that grow",
    start + said(0, "a") + end(null, 2) + end("end_turn", 9) + stopped,
    [text("a"), usage, finish("stop")],
  ],
  ["no end after the reason", start + said(0, "a") + end("end_turn"), [text("a"), usage, finish("stop")]],
  [
    "no counts",
    event({ type: "message_start", message: {} }) +
      said(0, "a") +
      event({ type: "message_delta", delta: { stop_reason: "end_turn" } }) +
      stopped,
    [text("a"), finish("stop")],
  ],
];

test.each(STREAMS)("%s", (_, stream, events) => {
  expect(read(stream)).toEqual({ events });
  expect(read(stream.replaceAll("\n", "\r\n"))).toEqual({ events });
});

test("the events do not depend on where the bytes are cut", () => {
  const whole = STREAMS.map(([, stream, events]) => ({ bytes: encoder.encode(stream), events }));
  fc.assert(
    fc.property(fc.constantFrom(...whole), fc.array(fc.nat(4000), { maxLength: 12 }), ({ bytes, events }, cuts) => {
      const places = [0, ...cuts.filter((at) => at < bytes.length).toSorted((a, b) => a - b), bytes.length];
      const pieces = places.slice(1).map((to, at) => bytes.subarray(places[at], to));
      expect(read(...pieces)).toEqual({ events });
    }),
    { numRuns: cases(3000) },
  );
});

test("an answer that ends anywhere before its reason is cut, and says what had come", () => {
  const stream = start + thought(0, "hm", "c2ln") + said(1, "one ", "two") + called(2, "t", "a", "{}");
  const bytes = encoder.encode(stream);
  const events = read(stream).events;
  for (let length = encoder.encode(start).length; length <= bytes.length; length += 1) {
    const got = read(bytes.subarray(0, length));
    expect(got.bad).toBe("cut");
    expect(events.slice(0, got.events.length)).toEqual(got.events);
  }
});

const failing = (type: string): string => event({ type: "error", error: { type, message: "no" } });

test.each([
  ["overloaded_error", 529],
  ["rate_limit_error", 429],
  ["api_error", 500],
  ["surprise", undefined],
] as const)("an error %s in the stream keeps what had come", (type, status) => {
  expect(read(start + said(0, "a") + failing(type) + said(1, "b"))).toEqual({
    events: [text("a")],
    bad: "refused",
    status,
  });
});

test.each<readonly [string, string, string]>([
  ["a web page", "<!doctype html><title>no</title>", "foreign"],
  ["another dialect", `data: {"choices":[]}\n\n`, "foreign"],
  ["no JSON", "data: nothing\n\n", "foreign"],
  ["nothing", "", "foreign"],
  ["a window that is full", start + end("model_context_window_exceeded") + stopped, "overflow"],
  ["a window without room for a token", start + end("max_tokens", 0) + stopped, "overflow"],
  ["an event without an end", `data: "${"a".repeat(limits.providerEventCharacters)}`, "too-large"],
  [
    "too many calls",
    start + Array.from({ length: limits.toolCalls + 1 }, (_, index) => called(index, `t${index}`, "a")).join(""),
    "too-large",
  ],
])("%s is no answer", (_, stream, bad) => {
  expect(read(stream).bad).toBe(bad);
});

test("bytes that are no UTF-8 are no answer", () => {
  expect(read(start, Uint8Array.of(0x64, 0xff, 0x0a)).bad).toBe("encoding");
});

test("a message in one object is an answer", () => {
  const message = {
    type: "message",
    content: [
      { type: "thinking", thinking: "hm", signature: "c2ln" },
      { type: "text", text: "a" },
      { type: "tool_use", id: "t", name: "b", input: { c: 1 } },
    ],
    stop_reason: "tool_use",
    usage: { input_tokens: 7, output_tokens: 9 },
  };
  expect(read(JSON.stringify(message)).events).toEqual([
    ...[reasoning("hm"), state({ type: "thinking", thinking: "hm", signature: "c2ln" }), text("a")],
    ...[call("t", "b", '{"c":1}'), usage, finish("tool_calls")],
  ]);
  expect(read(JSON.stringify({ type: "error", error: { type: "not_found_error", message: "no" } }))).toEqual({
    ...{ events: [], bad: "refused", status: 404 },
  });
  expect(read("{}").bad).toBe("foreign");
});
