/** What reaches a provider of `beta_responses`. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { betaResponsesBody } from "../../src/agent/session/model/beta-responses/request.js";
import type { Conversation, Message } from "../../src/agent/session/model/event.js";
import type { ModelTarget } from "../../src/agent/session/model/target.js";
import { cases } from "../cases.js";
import { configOf, HELLO, heard, targetIn } from "./asking.js";
import { responsesRefusals } from "./responses-strict.js";
import { answerOf, modelServer } from "./server.js";

const config = (url: string, provider = "", model = ""): string => `version: 3
defaults: { full: m }
providers:
  lab: { kind: { type: custom_beta_responses }, url: "${url}"${provider && `, ${provider}`} }
models:
  m: { provider: lab, class: full, context_window: 8000${model && `, ${model}`} }
`;

async function target(model = "", name?: string): Promise<ModelTarget> {
  return targetIn(await configOf(config("https://b.example", "", model)), name);
}

function bodyOf(asked: ModelTarget, conversation: Conversation = HELLO): Readonly<Record<string, unknown>> {
  return JSON.parse(JSON.stringify(betaResponsesBody(asked, conversation)));
}

test.each([
  ["a base with the version", "/v1", "", "/v1/responses", { authorization: "Bearer k.e-y" }],
  ["an origin", "", "", "/v1/responses", { authorization: "Bearer k.e-y" }],
  [
    "the resource of a cloud, whose deployment is the model",
    "/openai/v1",
    ", format: gamma_api_key",
    "/openai/v1/responses",
    { "api-key": "k.e-y" },
  ],
])("C295 the path and the key: %s", async (_, base, format, path, headers) => {
  const answer = { status: "completed", output: [{ type: "message", content: [{ type: "output_text", text: "hi" }] }] };
  const server = await modelServer(answerOf(200, JSON.stringify(answer)));
  const provider = `auth: { type: static_key, key: k.e-y${format} }`;
  const { text, error } = await heard(targetIn(await configOf(config(`${server.url}${base}`, provider))));
  expect({ text, error }).toEqual({ text: "hi", error: undefined });
  const [asked] = server.asked;
  expect(asked?.target).toBe(path);
  expect(asked?.headers).toMatchObject(headers);
  expect(JSON.parse(asked?.body ?? "{}").model).toBe("m");
});

test("a text of a user alone", async () => {
  expect(bodyOf(await target(), { system: "be brief", messages: [{ role: "user", text: "hello" }] })).toEqual({
    model: "m",
    instructions: "be brief",
    input: [{ role: "user", content: [{ type: "input_text", text: "hello" }] }],
    include: ["reasoning.encrypted_content"],
    store: false,
    stream: true,
  });
});

test("the session is the key by which the provider finds what it keeps of earlier requests", async () => {
  expect(bodyOf(await target(), { ...HELLO, session: "s-1" })).toMatchObject({ prompt_cache_key: "s-1" });
});

test("C298 name, limit and options of the model; a field of the request wins over an option", async () => {
  const model =
    "provider_name: a/b, max_output_tokens_per_turn: 9, stop_sequences: [END], request_option_defaults: { truncation: auto, model: x, store: true }";
  const body = bodyOf(await target(model));
  expect(body).toMatchObject({ model: "a/b", max_output_tokens: 16, truncation: "auto", store: false });
  expect(body["stop"]).toBeUndefined();
});

const EFFORT = "reasoning: { type: effort, effort_set: a, can_disable: true, levels: [low, high], default_level: low }";

test.each<readonly [string, string | undefined, object | undefined]>([
  [EFFORT, undefined, { effort: "low", summary: "auto" }],
  [EFFORT, "m(high)", { effort: "high", summary: "auto" }],
  [EFFORT, "m(none)", { effort: "none" }],
  ["reasoning: { type: thinking, can_disable: true }", undefined, { summary: "auto" }],
  ["reasoning: { type: no_reasoning }", undefined, undefined],
  ["", "m(high)", { effort: "high", summary: "auto" }],
])("reasoning: %s of %s", async (model, name, expected) => {
  expect(bodyOf(await target(model, name))["reasoning"]).toEqual(expected);
});

const THOUGHT = { type: "reasoning", summary: [], encrypted_content: "ZQ==" };

test("calls, their results and reasoning, in the order in which they came", async () => {
  const messages: readonly Message[] = [
    { role: "user", text: "look" },
    {
      role: "assistant",
      text: "yes",
      state: [JSON.stringify(THOUGHT), "no JSON"],
      calls: [
        { id: "a", name: "shell", input: '{"command":"ls"}' },
        { id: "b", name: "shell", input: "no JSON", state: [JSON.stringify(THOUGHT)] },
      ],
    },
    { role: "tool", callId: "a", text: "" },
    { role: "tool", callId: "b", text: "seen", images: [{ mediaType: "image/png", base64: "AAAA" }] },
    { role: "assistant", text: "", state: [JSON.stringify(THOUGHT)] },
    { role: "user", text: "", images: [{ mediaType: "image/png", base64: "BBBB" }] },
  ];
  const image = (data: string) => ({ type: "input_image", image_url: `data:image/png;base64,${data}`, detail: "auto" });
  expect(bodyOf(await target(), { messages })["input"]).toEqual([
    { role: "user", content: [{ type: "input_text", text: "look" }] },
    THOUGHT,
    { role: "assistant", content: "yes" },
    { type: "function_call", call_id: "a", name: "shell", arguments: '{"command":"ls"}' },
    THOUGHT,
    { type: "function_call", call_id: "b", name: "shell", arguments: "no JSON" },
    { type: "function_call_output", call_id: "a", output: "" },
    { type: "function_call_output", call_id: "b", output: [{ type: "input_text", text: "seen" }, image("AAAA")] },
    { role: "user", content: [image("BBBB")] },
  ]);
});

const tool = (name: string, strict = false) => ({ name, description: "d", inputSchema: { type: "object" }, strict });

test("tools are sorted and say whether they are strict, and one can be forced", async () => {
  const { tools, tool_choice } = bodyOf(await target(), { ...HELLO, tools: [tool("b", true), tool("a")], forced: "a" });
  expect([tools, tool_choice]).toEqual([
    [
      { type: "function", name: "a", description: "d", parameters: { type: "object" }, strict: false },
      { type: "function", name: "b", description: "d", parameters: { type: "object" }, strict: true },
    ],
    { type: "function", name: "a" },
  ]);
});

const word = fc.string({ unit: fc.constantFrom("a", " ", "\n", "\ud800", "é"), maxLength: 6 });
const callArbitrary = fc.record({
  id: fc.string({ unit: fc.constantFrom("a", ":", "_"), minLength: 1, maxLength: 3 }),
  name: fc.constantFrom("shell", "ask"),
  input: fc.constantFrom("{}", '{"a":1}', "no", ""),
  state: fc.subarray([JSON.stringify(THOUGHT), "x"]),
});
const turnArbitrary = fc
  .record({
    asked: word,
    text: word,
    state: fc.subarray([JSON.stringify(THOUGHT), "x"]),
    calls: fc.uniqueArray(callArbitrary, { selector: ({ id }) => id, maxLength: 3 }),
    result: word,
  })
  .map(({ asked, text, state, calls, result }): readonly Message[] => [
    { role: "user", text: `${asked}?` },
    { role: "assistant", text, state, calls },
    ...calls.map(({ id }) => ({ role: "tool", callId: id, text: result }) as const),
  ]);

test("the strictest provider takes the requests of every history, and each begins as the one before", async () => {
  const asked = await Promise.all([target(), target(EFFORT)]);
  fc.assert(
    fc.property(fc.array(turnArbitrary, { maxLength: 4 }), fc.constantFrom(...asked), (turns, one) => {
      const next = { role: "user", text: "next" } as const;
      const inputOf = (count: number): readonly string[] =>
        (bodyOf(one, { messages: [...turns.slice(0, count).flat(), next] })["input"] as readonly object[]).map((item) =>
          JSON.stringify(item),
        );
      const conversation = { messages: [...turns.flat(), next], tools: [tool("a")] };
      expect(responsesRefusals(JSON.stringify(betaResponsesBody(one, conversation)))).toEqual([]);
      const earlier = inputOf(Math.max(turns.length - 1, 0)).slice(0, -1);
      expect(inputOf(turns.length).slice(0, earlier.length)).toEqual(earlier);
    }),
    { numRuns: cases(2000) },
  );
});
