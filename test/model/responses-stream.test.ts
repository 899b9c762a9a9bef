/** Answers of `beta_responses`, without a network: bytes in, events out. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { BetaResponsesReader } from "../../src/agent/session/model/beta-responses/stream.js";
import type { ModelEvent } from "../../src/agent/session/model/event.js";
import { limits } from "../../src/generated/protocol/tables.js";
import { cases } from "../cases.js";
import { encoder, reading, reasoning, text } from "./reading.js";
import { called, end, event, said, start, thought } from "./responses-events.js";

const read = reading(() => new BetaResponsesReader());

const usage: ModelEvent = { kind: "usage", usage: { input_tokens: 7, output_tokens: 9 } };
const finish = (reason: "stop" | "length" | "tool_calls" | "content_filter" | "unknown"): ModelEvent => ({
  ...{ kind: "finish", reason },
});
const call = (id: string, name: string, input: string): ModelEvent => ({ kind: "call", call: { id, name, input } });
const state = (encrypted_content: string, ...words: readonly string[]): ModelEvent => {
  const summary = words.map((one) => ({ type: "summary_text", text: one }));
  return { kind: "state", state: JSON.stringify({ type: "reasoning", summary, encrypted_content }) };
};
const cutBy = (reason: string): object => ({ incomplete_details: { reason } });

const STREAMS: readonly (readonly [name: string, stream: string, events: readonly ModelEvent[]])[] = [
  [
    "words",
    start + said(0, "three ", "mice") + end("completed"),
    [text("three "), text("mice"), usage, finish("stop")],
  ],
  [
    "the mark of another dialect at the end",
    `${start}${said(0, "a")}${end("completed")}data: [DONE]\n\n`,
    [text("a"), usage, finish("stop")],
  ],
  [
    "reasoning in two parts, encrypted",
    start + thought(0, ["one", "two"], "ZW5j") + said(1, "a") + end("completed"),
    [
      reasoning("one"),
      reasoning("\n\n"),
      reasoning("two"),
      state("ZW5j", "one", "two"),
      text("a"),
      usage,
      finish("stop"),
    ],
  ],
  [
    "reasoning that is not encrypted has no state",
    start + thought(0, ["hm"]) + said(1, "a") + end("completed"),
    [reasoning("hm"), text("a"), usage, finish("stop")],
  ],
  [
    "two calls with reasoning before each",
    start +
      thought(0, [], "ZTE=") +
      called(1, "call_a", "shell", '{"command":"ls"}') +
      thought(2, [], "ZTI=") +
      called(3, "call_b", "ask", "") +
      end("completed"),
    [
      state("ZTE="),
      call("call_a", "shell", '{"command":"ls"}'),
      state("ZTI="),
      call("call_b", "ask", "{}"),
      usage,
      finish("tool_calls"),
    ],
  ],
  [
    "items that come with the end alone",
    start +
      end("completed", {
        output: [
          { type: "message", content: [{ type: "output_text", text: "a" }] },
          { type: "function_call", call_id: "c", name: "b", arguments: "{}" },
        ],
      }),
    [text("a"), call("c", "b", "{}"), usage, finish("tool_calls")],
  ],
  [
    "a message whose text does not come in pieces",
    start +
      event("response.output_item.done", {
        output_index: 0,
        item: {
          type: "message",
          content: [
            { type: "output_text", text: "a" },
            { type: "refusal", refusal: "b" },
          ],
        },
      }) +
      end("completed"),
    [text("ab"), usage, finish("stop")],
  ],
  [
    "a refusal in pieces",
    start + event("response.refusal.delta", { output_index: 0, delta: "no" }) + end("completed"),
    [text("no"), usage, finish("stop")],
  ],
  [
    "events and items of other kinds",
    start +
      event("response.queued") +
      event("response.surprise", { delta: "x" }) +
      event("response.output_item.done", { output_index: 0, item: { type: "web_search_call", id: "w" } }) +
      event("keepalive") +
      said(1, "a") +
      end("completed"),
    [text("a"), usage, finish("stop")],
  ],
  [
    "the limit",
    start + said(0, "a") + end("incomplete", cutBy("max_output_tokens")),
    [text("a"), usage, finish("length")],
  ],
  [
    "a filter",
    start + said(0, "a") + end("incomplete", cutBy("content_filter")),
    [text("a"), usage, finish("content_filter")],
  ],
  [
    "another reason",
    start + said(0, "a") + end("incomplete", cutBy("surprise")),
    [text("a"), usage, finish("unknown")],
  ],
  ["no counts", start + said(0, "a") + end("completed", { usage: null }), [text("a"), finish("stop")]],
];

test.each(STREAMS)("%s", (_, stream, events) => {
  expect(read(stream)).toEqual({ events });
  expect(read(stream.replaceAll("\n", "\r\n"))).toEqual({ events });
  expect(read(stream.replaceAll(/^event: .*\n/gm, ""))).toEqual({ events });
});

test("the events do not depend on where the bytes are cut", () => {
  const whole = STREAMS.map(([, stream, events]) => ({ bytes: encoder.encode(stream), events }));
  fc.assert(
    fc.property(fc.constantFrom(...whole), fc.array(fc.nat(6000), { maxLength: 12 }), ({ bytes, events }, cuts) => {
      const places = [0, ...cuts.filter((at) => at < bytes.length).toSorted((a, b) => a - b), bytes.length];
      const pieces = places.slice(1).map((to, at) => bytes.subarray(places[at], to));
      expect(read(...pieces)).toEqual({ events });
    }),
    { numRuns: cases(3000) },
  );
});

test("an answer that ends anywhere before its end is cut, and says what had come", () => {
  const stream = start + thought(0, ["hm"], "ZQ==") + said(1, "one ", "two") + called(2, "t", "a", "{}");
  const bytes = encoder.encode(stream);
  const { events } = read(stream);
  for (let length = encoder.encode(start).length; length <= bytes.length; length += 1) {
    const got = read(bytes.subarray(0, length));
    expect(got.bad).toBe("cut");
    expect(events.slice(0, got.events.length)).toEqual(got.events);
  }
});

test.each([
  ["response.failed", end("failed", { error: { code: "rate_limit_exceeded", message: "no" } }), 429],
  ["response.failed with a fault of theirs", end("failed", { error: { code: "server_error", message: "no" } }), 500],
  ["response.failed without a reason", end("failed", { error: null }), undefined],
  ["error", event("error", { code: "server_is_overloaded", message: "no" }), 503],
  ["error around another one", event("error", { error: { code: "rate_limit_exceeded", message: "no" } }), 429],
])("%s keeps what had come", (_, failing, status) => {
  expect(read(start + said(0, "a") + failing)).toEqual({ events: [text("a")], bad: "refused", status });
});

test.each<readonly [string, string, string]>([
  ["a web page", "<!doctype html><title>no</title>", "foreign"],
  ["another dialect", `data: {"choices":[]}\n\n`, "foreign"],
  ["no JSON", "data: nothing\n\n", "foreign"],
  ["nothing", "", "foreign"],
  ["another object", "{}", "foreign"],
  [
    "a window without room for a token",
    start + end("incomplete", { ...cutBy("max_output_tokens"), usage: { input_tokens: 7, output_tokens: 0 } }),
    "overflow",
  ],
  ["an event without an end", `data: "${"a".repeat(limits.providerEventCharacters)}`, "too-large"],
  [
    "too many calls",
    start + Array.from({ length: limits.toolCalls + 1 }, (_, index) => called(index, `t${index}`, "a", "")).join(""),
    "too-large",
  ],
])("%s is no answer", (_, stream, bad) => {
  expect(read(stream).bad).toBe(bad);
});

test("a response in one object is an answer", () => {
  const output = [
    { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "ZQ==" },
    { type: "message", content: [{ type: "output_text", text: "a" }] },
  ];
  const usageOf = { input_tokens: 7, output_tokens: 9 };
  expect(read(JSON.stringify({ status: "completed", output, usage: usageOf, error: null })).events).toEqual([
    ...[state("ZQ=="), text("a"), usage, finish("stop")],
  ]);
  expect(read(JSON.stringify({ error: { code: "rate_limit_exceeded", message: "no" } }))).toEqual({
    ...{ events: [], bad: "refused", status: 429 },
  });
});
