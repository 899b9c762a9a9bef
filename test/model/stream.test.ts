/** Answers of `beta_chat_completions`, without a network: bytes in, events out (spec: sans-IO parsers). */
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import { ChatCompletionsReader } from "../../src/agent/session/model/chat-completions/stream.js";
import type { ModelEvent } from "../../src/agent/session/model/event.js";
import { limits } from "../../src/generated/protocol/tables.js";
import { cases } from "../cases.js";
import { encoder, type Read, reading, reasoning, text } from "./reading.js";
import { DONE, delta, event, finish } from "./server.js";

const read = reading(() => new ChatCompletionsReader());

const state = (reasoning_content: string): ModelEvent => ({
  kind: "state",
  state: JSON.stringify({ reasoning_content }),
});
const usage: ModelEvent = { kind: "usage", usage: { input_tokens: 7, output_tokens: 3 } };
const stop: ModelEvent = { kind: "finish", reason: "stop" };

/** Streams as servers write them, and what they say. */
const STREAMS: readonly (readonly [name: string, stream: string, said: readonly ModelEvent[]])[] = [
  ["plain", delta("three ") + delta("mice") + finish() + DONE, [text("three "), text("mice"), usage, stop]],
  [
    "a role first, null contents, a fingerprint",
    event({
      id: "c",
      object: "chat.completion.chunk",
      choices: [{ index: 0, delta: { role: "assistant", content: "" } }],
    }) +
      event({ choices: [{ index: 0, delta: { content: null }, finish_reason: null }] }) +
      delta("é🙂") +
      finish() +
      DONE,
    [text("é🙂"), usage, stop],
  ],
  ["CRLF", (delta("a") + delta("b") + finish() + DONE).replaceAll("\n", "\r\n"), [text("a"), text("b"), usage, stop]],
  ["CR", (delta("a") + finish() + DONE).replaceAll("\n", "\r"), [text("a"), usage, stop]],
  ["a byte order mark", `\ufeff${delta("a")}${finish()}${DONE}`, [text("a"), usage, stop]],
  [
    "comments, keep-alives, names, ids",
    `: ping\n\n:\n\nevent: message\nid: 1\nretry: 5\n${delta("a")}data:\n\n: ping\n\n${finish()}${DONE}`,
    [text("a"), usage, stop],
  ],
  [
    "no space after the colon, and an event of two lines",
    `data:{"choices":[{"index":0,\ndata:"delta":{"content":"a"}}]}\n\n${finish()}data:[DONE]\n\n`,
    [text("a"), usage, stop],
  ],
  [
    "other choices are passed over",
    event({
      choices: [
        { index: 1, delta: { content: "no" } },
        { index: 0, delta: { content: "yes" } },
      ],
    }) +
      delta("no", 1) +
      event({ choices: [{ index: 1, delta: {}, finish_reason: "length" }] }) +
      finish() +
      DONE,
    [text("yes"), usage, stop],
  ],
  [
    "reasoning by either name",
    event({ choices: [{ index: 0, delta: { reasoning_content: "hm" } }] }) +
      event({ choices: [{ index: 0, delta: { reasoning: "so" } }] }) +
      delta("a") +
      finish() +
      DONE,
    [reasoning("hm"), reasoning("so"), state("hm"), text("a"), usage, stop],
  ],
  [
    "usage in each chunk: the last counts",
    event({ choices: [], usage: { prompt_tokens: 1, completion_tokens: 1 } }) + delta("a") + finish() + DONE,
    [text("a"), usage, stop],
  ],
  ["no [DONE]", delta("a") + finish(), [text("a"), usage, stop]],
  [
    "no usage",
    delta("a") + event({ choices: [{ index: 0, delta: {}, finish_reason: "length" }] }) + DONE,
    [text("a"), { kind: "finish", reason: "length" }],
  ],
  ["no finish reason", delta("a") + DONE, [text("a"), { kind: "finish", reason: "unknown" }]],
  ["nothing after [DONE] counts", delta("a") + finish() + DONE + delta("b") + event("junk"), [text("a"), usage, stop]],
  [
    "a reason of its own",
    delta("a") + event({ choices: [{ index: 0, delta: {}, finish_reason: "bored" }] }) + DONE,
    [text("a"), { kind: "finish", reason: "unknown" }],
  ],
  [
    "tools",
    event({ choices: [{ index: 0, delta: {}, finish_reason: "tool_calls" }] }) + DONE,
    [{ kind: "finish", reason: "tool_calls" }],
  ],
  [
    "kept back",
    event({ choices: [{ index: 0, delta: { refusal: "no" }, finish_reason: "content_filter" }] }) + DONE,
    [text("no"), { kind: "finish", reason: "content_filter" }],
  ],
  [
    "parts",
    event({ choices: [{ index: 0, delta: { content: [{ type: "text", text: "he" }] } }] }) +
      event({
        choices: [{ index: 0, delta: { content: [{ type: "text", text: "l" }, "l", { type: "text", text: "o" }] } }],
      }) +
      event({ choices: [{ index: 0, delta: { content: [] } }] }) +
      event({
        choices: [{ index: 0, delta: { content: [{ type: "image_url", image_url: { url: "x" } }, null, 7] } }],
      }) +
      finish() +
      DONE,
    [text("he"), text("llo"), usage, stop],
  ],
  [
    "parts that think first, and a part that is no list",
    event({
      choices: [
        {
          delta: {
            content: [
              { type: "thinking", thinking: [{ type: "text", text: "hm" }] },
              { type: "text", text: "a" },
            ],
          },
        },
      ],
    }) +
      event({ choices: [{ delta: { content: { type: "text", text: "b" } } }] }) +
      event({ choices: [{ delta: { content: [{ type: "refusal", refusal: "no" }] } }] }) +
      finish() +
      DONE,
    [reasoning("hm"), text("a"), text("b"), text("no"), usage, stop],
  ],
  [
    "one object with parts",
    '{"choices":[{"message":{"content":[{"type":"text","text":"hel"},{"type":"text","text":"lo"}]},"finish_reason":"stop"}]}',
    [text("hello"), stop],
  ],
  ...(
    [
      ["max_tokens", "length"],
      ["model_length", "length"],
      ["eos", "stop"],
      ["end_turn", "stop"],
      ["sensitive", "content_filter"],
      ["function_call", "tool_calls"],
    ] as const
  ).map(
    ([said, reason]) =>
      [`the reason ${said}`, delta("a") + finish(said) + DONE, [text("a"), usage, { kind: "finish", reason }]] as const,
  ),
  [
    "one object, not a stream",
    JSON.stringify(
      {
        choices: [
          { index: 0, message: { role: "assistant", content: "é", reasoning_content: "hm" }, finish_reason: "stop" },
        ],
        usage: { prompt_tokens: 7, completion_tokens: 3 },
      },
      null,
      2,
    ),
    [reasoning("hm"), state("hm"), text("é"), usage, stop],
  ],
  [
    "one object without a reason",
    '{"choices":[{"message":{"content":"a"}}]}',
    [text("a"), { kind: "finish", reason: "unknown" }],
  ],
];

test.each(STREAMS)("%s", (_, stream, said) => {
  expect(read(stream)).toEqual({ events: said });
});

test("each stream cut in two at every byte, and in single bytes, says the same", () => {
  const wrong: (readonly [name: string, at: number | "bytes"])[] = [];
  for (const [name, stream, said] of STREAMS) {
    const bytes = encoder.encode(stream);
    const isSame = (result: Read): boolean => isDeepStrictEqual(result, { events: said });
    for (let at = 0; at <= bytes.length; at += 1)
      if (!isSame(read(bytes.subarray(0, at), bytes.subarray(at)))) wrong.push([name, at]);
    if (!isSame(read(...Array.from(bytes, (byte) => Uint8Array.of(byte))))) wrong.push([name, "bytes"]);
  }
  expect(wrong).toEqual([]);
});

test("any stream in any pieces says what it says as a whole", () => {
  const pieces = fc.array(
    fc.oneof(
      fc.string({ unit: "grapheme" }).map((said) => delta(said)),
      fc.constantFrom(": ping\n\n", "\r\n", "\r", "\n", "data:\n\n", "event: x\n", "nonsense\n", finish(), DONE),
    ),
  );
  const cuts = fc.array(fc.nat({ max: 4_000 }));
  fc.assert(
    fc.property(pieces, cuts, (parts, at) => {
      const bytes = encoder.encode(parts.join(""));
      const borders = [0, ...at.map((one) => Math.min(one, bytes.length)).sort((a, b) => a - b), bytes.length];
      const split = borders.slice(1).map((end, index) => bytes.subarray(borders[index], end));
      expect(read(...split)).toEqual(read(bytes));
    }),
    { numRuns: cases(2_000) },
  );
});

test("a stream that ends anywhere before its finish is cut, and what was said before stays", () => {
  const [first, second, end] = ["three ", "é🙂"].map((said) => delta(said)).concat(finish()) as [
    string,
    string,
    string,
  ];
  const bytes = encoder.encode(first + second + end);
  const [one, two] = [first, first + second].map((part) => encoder.encode(part).length) as [number, number];
  const three = two + end.indexOf("\n\n") + 2;
  for (let at = 0; at <= bytes.length; at += 1) {
    const said = [...(at >= one ? [text("three ")] : []), ...(at >= two ? [text("é🙂")] : [])];
    const result = read(bytes.subarray(0, at));
    if (at < three) expect([at, result]).toMatchObject([at, { events: said, bad: at < one ? "foreign" : "cut" }]);
    else expect([at, result.bad, result.events.at(-1)]).toEqual([at, undefined, stop]);
  }
});

test.each([
  ["HTML", "<!DOCTYPE html><html>sorry</html>", "foreign"],
  ["HTML after blank lines", "\n\n  <html>", "foreign"],
  ["words", "Bad gateway\n\n", "foreign"],
  ["nothing", "", "foreign"],
  ["a stream of other things", event("hello"), "foreign"],
  ["a list", event([1]), "foreign"],
  ["one object of something else", '{"models":[]}', "foreign"],
  ["half an object", '{"choices":[{"ind', "foreign"],
  ["an error by number", delta("a") + event({ error: { message: "SECRET", code: 503 } }), "refused", 503],
  ["an error by word", event({ error: { message: "SECRET", type: "rate_limit_exceeded" } }), "refused", 429],
  ["an error of no kind", event({ error: "SECRET" }), "refused"],
  ["an error as one object", '{"error":{"message":"SECRET","code":"429"}}', "refused", 429],
])("%s: %s is %s", (_, stream, bad, status?: number) => {
  expect(read(stream)).toMatchObject({ bad, status });
});

test.each([
  ["a byte that begins nothing", [0xff]],
  ["an overlong slash", [0xc0, 0xaf]],
  ["half a surrogate pair", [0xed, 0xa0, 0x80]],
])("invalid UTF-8, %s: what was said before stays", (_, bytes) => {
  expect(read(delta("a"), 'data: {"choices":[{"delta":{"content":"', Uint8Array.from(bytes))).toMatchObject({
    events: [text("a")],
    bad: "encoding",
  });
});

test("the limit of one event, at N and N + 1", () => {
  const [before, after] = ['{"choices":[{"index":0,"delta":{"content":"', '"}}]}'];
  const most = limits.providerEventCharacters - "data: ".length - before.length - after.length;
  const line = (length: number): string => `data: ${before}${"x".repeat(length)}${after}\n\n`;
  expect(read(line(most) + DONE).events).toHaveLength(2);
  expect(read(line(most + 1) + DONE)).toEqual({ events: [], bad: "too-large", status: undefined });
});

test("the limit of a whole answer, at N and N + 1", () => {
  const reader = new ChatCompletionsReader();
  const comment = encoder.encode(`:${"x".repeat(1_048_574)}\n`);
  for (let sent = 0; sent < limits.providerAnswerBytes; sent += comment.length) reader.push(comment);
  expect(reader.isDone).toBe(false);
  reader.push(encoder.encode(":"));
  expect(reader.isDone).toBe(true);
  expect(() => reader.end()).toThrow(expect.objectContaining({ kind: "too-large" }));
});

test("100 MB in one delta: given up soon, with no more kept than the limit", () => {
  const reader = new ChatCompletionsReader();
  const piece = encoder.encode("x".repeat(65_536));
  reader.push(encoder.encode('data: {"choices":[{"index":0,"delta":{"content":"'));
  let taken = 0;
  for (; taken < 100_000_000 && !reader.isDone; taken += piece.length) reader.push(piece);
  expect(taken).toBeLessThanOrEqual(limits.providerEventCharacters + piece.length);
  expect(() => reader.end()).toThrow(expect.objectContaining({ kind: "too-large" }));
});

test("many lines of one event count together", () => {
  const line = `data: ${"x".repeat(1_000)}\n`;
  expect(read(line.repeat(Math.ceil(limits.providerEventCharacters / 1_000)))).toMatchObject({ bad: "too-large" });
});

test.each([
  ["a finish reason `error`", { finish_reason: "error" }, {}, "refused"],
  ["a finish reason of a full window", { finish_reason: "context_length_exceeded" }, {}, "overflow"],
  ["an error of the choice", { error: { message: "no", code: 502 } }, {}, "refused"],
  ["an error beside the choices", {}, { error: { message: "no" } }, "refused"],
])("text in the same piece as %s counts", (_, choice, beside, bad) => {
  const piece = event({ choices: [{ index: 0, delta: { content: "the end" }, ...choice }], ...beside });
  const whole = read(delta("not "), piece, delta("more"), DONE);
  expect(whole).toMatchObject({ events: [text("not "), text("the end")], bad });
  const bytes = encoder.encode(delta("not ") + piece + delta("more"));
  expect(read(...Array.from(bytes, (_byte, at) => bytes.subarray(at, at + 1)))).toEqual(whole);
});
