/** The dialects with a provider that other people wrote: one set of answers, spoken three ways. */
import { LLMock } from "@copilotkit/aimock";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Conversation, ModelEvent } from "../../../src/agent/session/model/event.js";
import { listModels } from "../../../src/provider/list.js";
import { reachOf } from "../../../src/provider/reach.js";
import { machineGet } from "../../../src/toolkit/read/host/get.js";
import { configOf, heard, targetIn } from "../../model/asking.js";

const mock = new LLMock({ port: 0, strict: true });

const CALLS = [
  { id: "call_1", name: "shell", arguments: '{"command":"ls"}' },
  { id: "call_2", name: "ask_user", arguments: '{"question":"go on?"}' },
] as const;

beforeAll(async () => {
  mock.onMessage("hello", { content: "Three blind mice.", reasoning: "They ask for a rhyme." });
  mock.onMessage("look", { content: "Let me look.", toolCalls: [...CALLS] });
  mock.onMessage("busy", { error: { message: "slow down", type: "rate_limit_error" }, status: 429 });
  await mock.start();
});

afterAll(() => mock.stop());

const DIALECTS = [
  ["beta_chat_completions", "custom_beta_compatible", "/v1"],
  ["alpha_messages", "custom_alpha_compatible", ""],
  ["beta_responses", "custom_beta_responses", "/v1"],
] as const;

async function asked(kind: string, path: string, conversation: Conversation) {
  const config = `version: 3
defaults: { full: m }
providers:
  p: { kind: { type: ${kind} }, url: "${mock.url}${path}", auth: { type: static_key, key: k } }
models:
  m: { provider: p, class: full, context_window: 100000 }
`;
  return heard(targetIn(await configOf(config)), conversation);
}

const tool = (name: string) => ({
  name,
  description: "d",
  inputSchema: { type: "object", properties: {} },
  strict: false,
});
const TOOLS = [tool("shell"), tool("ask_user")];

/** The texts of neighbours are one text. */
function joined(events: readonly ModelEvent[], kind: "text" | "reasoning"): string {
  return events.map((one) => (one.kind === kind ? one.text : "")).join("");
}

test.each(DIALECTS)("%s: a text with its reasoning", async (_, kind, path) => {
  const { events, error } = await asked(kind, path, { messages: [{ role: "user", text: "hello" }] });
  expect({ error, text: joined(events, "text"), last: events.at(-1) }).toEqual({
    ...{ error: undefined, text: "Three blind mice.", last: { kind: "finish", reason: "stop" } },
  });
  expect(joined(events, "reasoning")).toBe("They ask for a rhyme.");
});

test.each(DIALECTS)("%s: two calls at once, and the conversation after them", async (_, kind, path) => {
  const { events, text } = await asked(kind, path, { messages: [{ role: "user", text: "look" }], tools: TOOLS });
  const calls = events.flatMap((one) => (one.kind === "call" ? [one.call] : []));
  expect(text).toBe("Let me look.");
  expect(calls.map(({ id, name, input }) => ({ id, name, arguments: input }))).toEqual(CALLS);
  expect(events.at(-1)).toEqual({ kind: "finish", reason: "tool_calls" });
  const after = await asked(kind, path, {
    tools: TOOLS,
    messages: [
      { role: "user", text: "look" },
      { role: "assistant", text, calls },
      ...calls.map(({ id }) => ({ role: "tool", callId: id, text: "nothing there" }) as const),
      { role: "user", text: "hello" },
    ],
  });
  expect(after).toMatchObject({ text: "Three blind mice." });
});

test.each(DIALECTS)("%s: a refusal says why", async (_, kind, path) => {
  const { error } = await asked(kind, path, { messages: [{ role: "user", text: "busy" }] });
  expect(error).toMatchObject({ code: "provider_rate_limited", status: 429, provider_message: "slow down" });
});

test.each([...DIALECTS, ["a router's beta_chat_completions", "custom_beta_compatible", "/api/v1"] as const])(
  "%s: the list of its models",
  async (name, kind, path) => {
    const { providers = {} } = await configOf(`version: 3
providers:
  p: { kind: { type: ${kind} }, url: "${mock.url}${path}", auth: { type: static_key, key: k } }
`);
    const reach = providers["p"] && reachOf("p", providers["p"], {});
    if (reach === undefined || !("found" in reach) || reach.found.protocol === "test") throw new Error("not reached");
    const found = await listModels(reach.found, machineGet(undefined, new AbortController().signal));
    if (found.kind !== "listed") throw new Error(found.why);
    expect(found.models.size).toBeGreaterThan(0);
    expect(found.leftOut).toBe(0);
    const [first] = found.models.values();
    if (name.startsWith("a router")) expect(first).toMatchObject({ window: expect.any(Number), isForText: true });
  },
);
