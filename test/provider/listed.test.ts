/** What is read of a provider's list of models: entries as providers write them, and ones that nobody should (P-S105). */
import { expect, test } from "vitest";
import { pageIn } from "../../src/provider/listed.js";

const page = (value: unknown, hide = (text: string): string => text) =>
  pageIn(Buffer.from(typeof value === "string" ? value : JSON.stringify(value)), hide);

const one = (entry: object) => page({ object: "list", data: [entry] })?.models[0];

test.each<readonly [string, object, object]>([
  ["an id alone", { id: "m", object: "model", created: 1, owned_by: "lab" }, { id: "m" }],
  [
    "alpha",
    {
      ...{ type: "model", id: "m", display_name: "Model M", created_at: "2026-01-01T00:00:00Z" },
      ...{ max_input_tokens: 200000, max_tokens: 64000 },
      capabilities: { image_input: { supported: true }, thinking: { supported: true, types: {} } },
    },
    { id: "m", label: "Model M", window: 200000, ceiling: 64000, sees: true },
  ],
  [
    "alpha, of which nothing is known",
    { type: "model", id: "m", display_name: "m", max_input_tokens: null, max_tokens: null, capabilities: null },
    { id: "m" },
  ],
  [
    "a router of many providers",
    {
      ...{ id: "lab/m", name: "Lab: M", context_length: 128000 },
      architecture: { input_modalities: ["text", "image"], output_modalities: ["text"] },
      ...{ top_provider: { max_completion_tokens: 32000 }, supported_parameters: ["tools", "temperature"] },
    },
    { id: "lab/m", label: "Lab: M", window: 128000, ceiling: 32000, sees: true, usesTools: true, isForText: true },
  ],
  [
    "the same, without tools, for images",
    {
      ...{ id: "m", context_length: 8000, supported_parameters: ["temperature"] },
      architecture: { input_modalities: ["text"], output_modalities: ["image"] },
    },
    { id: "m", window: 8000, sees: false, usesTools: false, isForText: false },
  ],
  [
    "capabilities that are true or false",
    {
      ...{ id: "m", max_context_length: 32768 },
      capabilities: { completion_chat: true, function_calling: false, vision: false },
    },
    { id: "m", window: 32768, sees: false, usesTools: false, isForText: true },
  ],
  [
    "fields of the entry",
    { id: "m", context_length: 4096, supports_chat: true, supports_image_input: false, supports_tools: true },
    { id: "m", window: 4096, sees: false, usesTools: true, isForText: true },
  ],
  [
    "a window and a ceiling",
    { id: "m", context_window: 131072, max_completion_tokens: 8192 },
    { id: "m", window: 131072, ceiling: 8192 },
  ],
  ["a server on this machine", { id: "m", max_model_len: 40960 }, { id: "m", window: 40960 }],
  ["a type", { id: "m", type: "embedding" }, { id: "m", isForText: false }],
  ["a type for conversations", { id: "m", type: "chat" }, { id: "m", isForText: true }],
  ["an empty list says nothing", { id: "m", supported_parameters: [] }, { id: "m" }],
  [
    "numbers that are none",
    { id: "m", context_window: -1, context_length: 2 ** 40, max_tokens: 1.5, max_model_len: "8000" },
    { id: "m" },
  ],
  [
    "words where others stand",
    { id: "m", capabilities: ["tools"], architecture: "transformer", supported_parameters: "tools", type: 5 },
    { id: "m" },
  ],
  ["names of JavaScript", JSON.parse('{"id":"constructor","__proto__":{"context_window":5}}'), { id: "constructor" }],
])("%s", (_, entry, expected) => {
  expect(one(entry)).toEqual(expected);
});

test("a list is in `data`, or it is the whole answer, and says whether more come", () => {
  const models = [{ id: "a" }, { id: "b" }];
  expect(page({ data: models, has_more: true, first_id: "a", last_id: "b" })).toEqual({
    ...{ models, leftOut: 0, hasMore: true, lastId: "b" },
  });
  expect(page(models)).toEqual({ models, leftOut: 0, hasMore: false, lastId: undefined });
  expect(page({ data: [] })?.models).toEqual([]);
});

test.each([
  "",
  "null",
  "7",
  "{}",
  "<html><title>Login</title></html>",
  '{"data":{"id":"m"}}',
  '{"error":{"message":"no"}}',
  '{"data":[{"id":"m"}',
  "[".repeat(500_000),
])("no list: %.40s", (text) => {
  expect(page(text)).toBeUndefined();
});

test("entries without a name that can be shown are left out, and counted", () => {
  const bad = ["", " ", "\u001b[2J", "a\nb", "a\u202eb", "a\u200bb", "\ud800", "x".repeat(257), 5, null];
  const found = page({ data: [...bad.map((id) => ({ id })), null, "m", [], { id: "good", name: "\u001b]0;" }] });
  expect(found).toMatchObject({ models: [{ id: "good" }], leftOut: bad.length + 3 });
});

test("a name that holds a credential of the request is left out", () => {
  const hide = (text: string): string => text.replaceAll("sk-secret", "[redacted]");
  expect(
    page({ data: [{ id: "m-sk-secret" }, { id: "m", display_name: "your key is sk-secret" }] }, hide),
  ).toMatchObject({ models: [{ id: "m" }], leftOut: 1 });
});
