/** What reaches a provider of `alpha_messages`. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { alphaMessagesBody } from "../../src/agent/session/model/alpha-messages/request.js";
import type { Conversation, Message } from "../../src/agent/session/model/event.js";
import type { ModelTarget } from "../../src/agent/session/model/target.js";
import type { Catalog } from "../../src/index.js";
import { cases } from "../cases.js";
import { alphaRefusals } from "./alpha-strict.js";
import { configOf, HELLO, heard, targetIn } from "./asking.js";
import { answerOf, modelServer } from "./server.js";

const config = (url: string, provider = "", model = ""): string => `version: 3
defaults: { full: m }
providers:
  lab: { kind: { type: custom_alpha_compatible }, url: "${url}"${provider && `, ${provider}`} }
models:
  m: { provider: lab, class: full, context_window: 8000${model && `, ${model}`} }
`;

async function target(provider = "", model = "", name?: string, catalog?: Catalog): Promise<ModelTarget> {
  return targetIn(await configOf(config("https://a.example", provider, model)), name, { catalog });
}

interface Body {
  readonly [field: string]: unknown;
  readonly messages: readonly { readonly role: string; readonly content: readonly Record<string, unknown>[] }[];
}

function bodyOf(asked: ModelTarget, conversation: Conversation = HELLO): Body {
  return JSON.parse(JSON.stringify(alphaMessagesBody(asked, conversation)));
}

const ANSWER = JSON.stringify({ type: "message", content: [{ type: "text", text: "hi" }], stop_reason: "end_turn" });

test("C295 the path, the version and the key", async () => {
  const server = await modelServer(answerOf(200, ANSWER));
  const auth = "auth: { type: static_key, key: k.e-y }, headers: { anthropic-beta: a-1 }";
  const { text, error } = await heard(targetIn(await configOf(config(`${server.url}/v1`, auth))));
  expect({ text, error }).toEqual({ text: "hi", error: undefined });
  const [asked] = server.asked;
  const names = ["x-api-key", "anthropic-version", "anthropic-beta", "authorization"];
  expect([asked?.target, ...names.map((name) => asked?.headers[name])]).toEqual([
    ...["/v1/messages", "k.e-y", "2023-06-01", "a-1", undefined],
  ]);
});

test("a configured version is the one that is sent", async () => {
  const server = await modelServer(answerOf(200, ANSWER));
  await heard(targetIn(await configOf(config(server.url, 'headers: { Anthropic-Version: "2099-01-01" }'))));
  expect(server.asked[0]?.headers["anthropic-version"]).toBe("2099-01-01");
});

test("a text of a user alone", async () => {
  expect(bodyOf(await target(), { system: "be brief", messages: [{ role: "user", text: "hello" }] })).toEqual({
    model: "m",
    max_tokens: 2000,
    system: [{ type: "text", text: "be brief" }],
    messages: [{ role: "user", content: [{ type: "text", text: "hello" }] }],
    stream: true,
  });
});

test("C298 name, limit, stop sequences and options of the model; a field of the request wins over an option", async () => {
  const model =
    'provider_name: a/b, max_output_tokens_per_turn: 77, stop_sequences: [END], request_option_defaults: { top_k: "5", model: x, stream: false }';
  expect(bodyOf(await target("", model))).toMatchObject({
    ...{ model: "a/b", max_tokens: 77, stop_sequences: ["END"], top_k: "5", stream: true },
  });
});

test.each([
  ["", 2000],
  ["max_tokens: 1500", 1500],
  ["max_tokens: 500", 1024],
  ["max_output_tokens_per_turn: 9", 9],
])("P-S77 the limit of a model with %j", async (model, limit) => {
  expect(bodyOf(await target("", model))["max_tokens"]).toBe(limit);
});

const EFFORT = "reasoning: { type: effort, effort_set: a, can_disable: true, levels: [low, high], default_level: low }";
const THINKING = "reasoning: { type: thinking, can_disable: true }";

test.each<readonly [string, string | undefined, object]>([
  [EFFORT, undefined, { thinking: { type: "adaptive" }, output_config: { effort: "low" } }],
  [EFFORT, "m(high)", { thinking: { type: "adaptive" }, output_config: { effort: "high" } }],
  [EFFORT, "m(none)", { thinking: { type: "disabled" } }],
  [EFFORT.replace(", default_level: low", ""), undefined, {}],
  [THINKING, undefined, { thinking: { type: "enabled", budget_tokens: 1024 } }],
  [`${THINKING}, max_output_tokens_per_turn: 4000`, undefined, { thinking: { type: "enabled", budget_tokens: 2000 } }],
  [`${THINKING}, max_output_tokens_per_turn: 1024`, undefined, {}],
  [THINKING, "m(none)", { thinking: { type: "disabled" } }],
  ["reasoning: { type: no_reasoning }", undefined, {}],
  ["", "m(high)", { output_config: { effort: "high" } }],
])("reasoning: %s of %s", async (model, name, expected) => {
  const { thinking, output_config } = bodyOf(await target("", model, name));
  expect(JSON.parse(JSON.stringify({ thinking, output_config }))).toEqual(expected);
});

const THOUGHT = { type: "thinking", thinking: "hm", signature: "c2ln" };
const HIDDEN = { type: "redacted_thinking", data: "eA==" };

const CALLS: Conversation = {
  messages: [
    { role: "user", text: "look" },
    {
      role: "assistant",
      text: "yes",
      state: [JSON.stringify(THOUGHT)],
      calls: [
        { id: "call:1", name: "shell", input: '{"command":"ls"}' },
        { id: "call_1", name: "shell", input: "no JSON", state: [JSON.stringify(HIDDEN)] },
      ],
    },
    { role: "tool", callId: "call:1", text: "a\n" },
    { role: "tool", callId: "call_1", text: "", images: [{ mediaType: "image/png", base64: "AAAA" }] },
    { role: "user", text: "and?" },
  ],
};

test("calls, their results and thoughts, in the order in which they came", async () => {
  expect(bodyOf(await target("", THINKING), CALLS).messages).toEqual([
    { role: "user", content: [{ type: "text", text: "look" }] },
    {
      role: "assistant",
      content: [
        THOUGHT,
        { type: "text", text: "yes" },
        { type: "tool_use", id: "call_1", name: "shell", input: { command: "ls" } },
        HIDDEN,
        { type: "tool_use", id: "call_1_2", name: "shell", input: {} },
      ],
    },
    {
      role: "user",
      content: [
        { type: "tool_result", tool_use_id: "call_1", content: "a\n" },
        {
          type: "tool_result",
          tool_use_id: "call_1_2",
          content: [{ type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } }],
        },
        { type: "text", text: "and?" },
      ],
    },
  ]);
});

test("a model that shall not think gets no thoughts back, and state of another dialect goes nowhere", async () => {
  const types = (body: Body): unknown => body.messages[1]?.content.map(({ type }) => type);
  expect(types(bodyOf(await target("", THINKING, "m(none)"), CALLS))).toEqual(["text", "tool_use", "tool_use"]);
  const [, answer] = CALLS.messages;
  const foreign = { ...answer, state: ['{"reasoning_content":"x"}', "no JSON"] } as Message;
  const messages = CALLS.messages.map((one) => (one === answer ? foreign : one));
  expect(types(bodyOf(await target("", THINKING), { messages }))).toEqual([
    ...["text", "tool_use", "redacted_thinking", "tool_use"],
  ]);
});

const tool = (name: string) => ({ name, description: "d", inputSchema: { type: "object" }, strict: false }) as const;

test("tools are sorted, and one can be forced unless the model thinks", async () => {
  const conversation = { ...HELLO, tools: [tool("b"), tool("a")], forced: "a" };
  const plain = bodyOf(await target(), conversation);
  expect([plain["tools"], plain["tool_choice"]]).toEqual([
    ["a", "b"].map((name) => ({ name, description: "d", input_schema: { type: "object" } })),
    { type: "tool", name: "a" },
  ]);
  expect(bodyOf(await target("", THINKING), conversation)["tool_choice"]).toBeUndefined();
});

const FIRST: Catalog = { providers: { alpha: { url: "https://a.example/v1" } } };

test.each<readonly [string, Catalog | undefined, number]>([
  ["", undefined, 0],
  ["", FIRST, 4],
  ["cache_control_strategy: provider_managed", FIRST, 0],
  ["cache_control_strategy: alpha_breakpoints", undefined, 4],
])("P-S104 with %j a request has so many marks for the cache", async (provider, catalog, count) => {
  const conversation = { ...CALLS, system: "s", tools: [tool("a"), tool("b")] };
  const body = bodyOf(await target(provider, "", undefined, catalog), conversation);
  expect(JSON.stringify(body).match(/"cache_control":\{"type":"ephemeral"\}/g) ?? []).toHaveLength(count);
});

const word = fc.string({ unit: fc.constantFrom("a", " ", "\n", "\ud800", "é"), maxLength: 6 });
const image = fc.constant({ mediaType: "image/png", base64: "AAAA" });
const callArbitrary = fc.record({
  id: fc.string({ unit: fc.constantFrom("a", ":", "_", "é"), maxLength: 3 }),
  name: fc.constantFrom("shell", "ask"),
  input: fc.constantFrom("{}", '{"a":1}', "[]", "no", ""),
  state: fc.subarray([JSON.stringify(THOUGHT), JSON.stringify(HIDDEN), "x"]),
});
/** As histories are: each answer is followed by the results of its calls, and a user has the last word. */
const turnArbitrary = fc
  .record({
    asked: fc.record({ text: word, images: fc.array(image, { maxLength: 1 }) }),
    text: word,
    state: fc.subarray([JSON.stringify(THOUGHT), "x"]),
    calls: fc.uniqueArray(callArbitrary, { selector: ({ id }) => id, maxLength: 3 }),
    result: word,
  })
  .map(({ asked, text, state, calls, result }): readonly Message[] => [
    { role: "user", ...asked, text: `${asked.text}?` },
    { role: "assistant", text, state, calls },
    ...calls.map(({ id }) => ({ role: "tool", callId: id, text: result }) as const),
  ]);

test("the strictest provider takes the requests of every history, and two of one session share what came before", async () => {
  const asked = await Promise.all([target(), target("cache_control_strategy: alpha_breakpoints", THINKING)]);
  fc.assert(
    fc.property(fc.array(turnArbitrary, { maxLength: 4 }), fc.constantFrom(...asked), (turns, one) => {
      const next = { role: "user", text: "next" } as const;
      const body = (count: number): string =>
        JSON.stringify(
          alphaMessagesBody(one, { messages: [...turns.slice(0, count).flat(), next], tools: [tool("a")] }),
        );
      expect(alphaRefusals(body(turns.length))).toEqual([]);
      const bare = (json: string): string => json.replaceAll(',"cache_control":{"type":"ephemeral"}', "");
      const earlier = bare(body(Math.max(turns.length - 1, 0)));
      const shared = earlier.slice(0, earlier.lastIndexOf('{"type":"text","text":"next"'));
      expect(bare(body(turns.length)).slice(0, shared.length)).toBe(shared);
    }),
    { numRuns: cases(2000) },
  );
});
