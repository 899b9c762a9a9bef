/** Bodies of requests: what is taken, and what is refused. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { readDaemonBody } from "../../src/agent/wire/protocol/body.js";
import { parseJson } from "../../src/agent/wire/protocol/json.js";
import type { CommandIn, DaemonRoutes } from "../../src/agent/wire/protocol/routes.js";
import { requestFields } from "../../src/generated/protocol/requests.js";
import { limits } from "../../src/generated/protocol/tables.js";
import { cases } from "../cases.js";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (name: CommandIn<DaemonRoutes>, text: string): unknown => readDaemonBody(name, bytes(text));
const REFUSED = { kind: "refused", refusal: { code: "invalid_request", status: 400 } };
const refusedFor = (mistake: string, field?: string, expected?: string): unknown => ({
  kind: "refused",
  refusal: {
    ...REFUSED.refusal,
    details: { mistake, ...(field === undefined ? {} : { field }), ...(expected === undefined ? {} : { expected }) },
  },
});
const nested = (levels: number): string => `${"[".repeat(levels)}${"]".repeat(levels)}`;

test.each([
  ['{"content":"hello"}', { content: "hello" }],
  [' {"content":"\\u00e9\\ud83d\\ude00é😀"}\n', { content: "é😀é😀" }],
  [
    '{"later":1,"later":2,"also":{"content":1,"content":2},"content":"a"}',
    { later: 2, also: { content: 2 }, content: "a" },
  ],
  ['{"generation":0,"later":[{"__proto__":1}]}', JSON.parse('{"generation":0,"later":[{"__proto__":1}]}')],
  [`{"prompt_id":"${"👍".repeat(128)}"}`, { prompt_id: "👍".repeat(128) }],
  ["{}", {}],
  ["", {}],
])("%s is a prompt", (text, value) => {
  expect(read("prompt", text)).toEqual({ kind: "body", value });
});

test.each([
  ...[" ", "null", "[]", '"hello"', "1", "{", "{'content':1}", '{"content":"a"}x', '{"content":"a\nb"}', "NaN"],
  ...['\uFEFF{"content":"a"}', '{"content":7}', '{"content":null}', '{"prompt_id":""}', '{"model":""}'],
  `{"prompt_id":"${"👍".repeat(129)}"}`,
  ...['{"attachments":[{"media_type":"text/plain","data_base64":"$"}]}', '{"attachments":{}}'],
])("%j is none", (text) => {
  expect(read("prompt", text)).toMatchObject(REFUSED);
});

test.each([
  ...[
    '{"generation":1.5}',
    '{"generation":-1}',
    '{"generation":9007199254740992}',
    '{"generation":"1"}',
    '{"prompt_id":7}',
  ],
  ...['{"operation_context":{"daemon_epoch":"e","window":"w","operation":"no"}}', '{"operation_context":{}}'],
  '{"operation_context":{"daemon_epoch":"e","window":"w","operation":"0f0f0f0f-0000-0000-0000-0f0f0f0f0f0g"}}',
])("C110 %s is no prompt", (text) => {
  expect(read("prompt", text)).toMatchObject(REFUSED);
});

test.each([
  '{"content":"one","content":"two"}',
  '{"content":"one", "c\\u006fntent" : "one"}',
  '{"later":[{}],"generation":1,"content":"{\\"","generation":1}',
  '{"attachments":[{"media_type":"a/b","data_base64":""},{"media_type":"a/b","media_type":"a/b","data_base64":""}]}',
  '{"operation_context":{"daemon_epoch":"e","window":"w","window":"w","operation":"0f0f0f0f-0000-0000-0000-0f0f0f0f0f0f"}}',
])("a known field that is given twice is refused: %s", (text) => {
  expect(() => JSON.parse(text)).not.toThrow();
  expect(read("prompt", text)).toMatchObject(REFUSED);
});

test.each([
  [" ", refusedFor("not_json")],
  ["{", refusedFor("not_json")],
  ["\uFEFF{}", refusedFor("byte_order_mark")],
  ["null", refusedFor("no_object")],
  ["[]", refusedFor("no_object")],
  [nested(limits.bodyDepth + 1), refusedFor("too_deep")],
  ['{"content":"a","generation":1.5}', refusedFor("wrong_value", "generation", "integer 0 to 9007199254740991")],
  ['{"content":7}', refusedFor("wrong_value", "content", "string")],
  ['{"prompt_id":""}', refusedFor("wrong_value", "prompt_id", "string of 1 to 128 characters")],
  ['{"model":[],"content":7}', refusedFor("wrong_value", "content", "string")],
  ['{"attachments":{}}', refusedFor("wrong_value", "attachments", "array of objects, at most 32")],
  ['{"operation_context":7}', refusedFor("wrong_value", "operation_context", "object")],
  ['{"operation_context":{}}', refusedFor("missing_field", "operation_context.daemon_epoch", "string")],
  [
    '{"operation_context":{"daemon_epoch":"e","window":7,"operation":"x"}}',
    refusedFor("wrong_value", "operation_context.window", "string"),
  ],
  ['{"content":"one","later":1,"content":"two"}', refusedFor("given_twice", "content")],
  [
    '{"operation_context":{"daemon_epoch":"a","daemon_epoch":"b","window":"w","operation":"0f0f0f0f-0000-0000-0000-0f0f0f0f0f0f"}}',
    refusedFor("given_twice", "operation_context.daemon_epoch"),
  ],
  [
    '{"attachments":[{"media_type":"a/b","data_base64":""},{"media_type":"a/b","data_base64":"","data_base64":""}]}',
    refusedFor("given_twice", "attachments[].data_base64"),
  ],
])("%s is refused, and why", (text, expected) => {
  expect(read("prompt", text)).toEqual(expected);
});

const KINDS = '`"permission_answer"`, `"clarification_choice"`, `"clarification_text"`, `"cancel"`';

test.each([
  ["{}", refusedFor("missing_field", "kind", KINDS)],
  ['{"kind":"CANCEL"}', refusedFor("wrong_value", "kind", KINDS)],
  ['{"kind":7,"choice":7}', refusedFor("wrong_value", "kind", KINDS)],
  ['{"kind":"clarification_choice"}', refusedFor("missing_field", "choice", "string")],
  ['{"kind":"clarification_choice","choice":5}', refusedFor("wrong_value", "choice", "string")],
  ['{"kind":"clarification_text","choice":"a"}', refusedFor("missing_field", "text", "string")],
  ['{"kind":"permission_answer","granted":"yes"}', refusedFor("wrong_value", "granted", "boolean")],
  [
    '{"kind":"permission_answer","granted":true,"scope":"forever"}',
    refusedFor("wrong_value", "scope", '`"once"`, `"session"`, `"always"`'),
  ],
  [
    '{"kind":"cancel","operation_context":{"daemon_epoch":"e"}}',
    refusedFor("missing_field", "operation_context.window", "string"),
  ],
])("P-S7 the answer %s is refused, and why", (text, expected) => {
  expect(read("respond", text)).toEqual(expected);
});

test("P-S7 whatever values the fields have: a refusal names one of them", () => {
  const value = fc.oneof(
    fc.constantFrom("permission_answer", "clarification_choice", "clarification_text", "cancel", "bypass"),
    fc.constantFrom<unknown>(true, 7, null, "", [], {}, [{}], { daemon_epoch: "e", window: "w", operation: "o" }),
  );
  const request = fc.constantFrom(...(Object.keys(requestFields) as CommandIn<DaemonRoutes>[])).chain((name) => {
    const names = Object.keys(requestFields[name]);
    return fc.tuple(
      fc.constant(name),
      fc.record(Object.fromEntries(names.map((one) => [one, value])), { requiredKeys: [] }),
    );
  });
  fc.assert(
    fc.property(request, ([name, body]) => {
      const answer = readDaemonBody(name, bytes(JSON.stringify(body)));
      if (answer.kind === "body") return;
      const { field = "" } = answer.refusal.details ?? {};
      expect(Object.keys(requestFields[name])).toContain(field.split(".")[0]);
    }),
    { numRuns: cases(3000) },
  );
});

test("fields of the same name in different objects are not the same", () => {
  const attachments = [1, 2].map((each) => ({ media_type: "a/b", data_base64: "", name: `${each}` }));
  const value = { attachments, content: "content", window: "w", later: [{ content: 1 }, { content: 2 }] };
  expect(read("prompt", JSON.stringify(value))).toEqual({ kind: "body", value });
});

test("C101 a context of any epoch and window is read, and judged later", () => {
  const operation_context = { daemon_epoch: "e", window: "w", operation: "0F0F0F0F-0000-0000-0000-0f0f0f0f0f0f" };
  const value = { content: "a", operation_context };
  expect(read("prompt", JSON.stringify(value))).toEqual({ kind: "body", value });
});

test.each(["cancelTurn", "terminate"] as const)("%s takes any object, and nothing", (name) => {
  expect(["", "{}", '{"later":1}'].map((text) => readDaemonBody(name, bytes(text)).kind)).toEqual([
    "body",
    "body",
    "body",
  ]);
  expect(["[]", "null", "x"].map((text) => readDaemonBody(name, bytes(text)).kind)).toEqual([
    "refused",
    "refused",
    "refused",
  ]);
});

test("invalid UTF-8 is refused, in a string too", () => {
  for (const byte of [0x80, 0xc0, 0xff]) {
    expect(parseJson(Uint8Array.of(0x22, byte, 0x22), 4)).toEqual({ mistake: "not_utf8" });
    expect(parseJson(Uint8Array.of(byte), 4)).toEqual({ mistake: "not_utf8" });
  }
});

test("C278 a body goes as deep as the limit, and not deeper", () => {
  const { bodyDepth } = limits;
  const body = (levels: number): string => `{"later":${nested(levels - 1)}}`;
  expect(read("prompt", body(bodyDepth))).toMatchObject({ kind: "body" });
  expect(read("prompt", body(bodyDepth + 1))).toMatchObject(REFUSED);
  expect(read("prompt", "[".repeat(limits.bodyBytes))).toMatchObject(REFUSED);
});

test("brackets within strings are no levels", () => {
  const text = '[[[{"\\"\\\\';
  for (const value of [text, { [text]: text }, [text, [`${text}\\`]]])
    expect(parseJson(bytes(JSON.stringify(value)), 2)).toEqual({ value });
});

test("JSON is read as it was written, where it is not too deep", () => {
  const depthOf = (value: unknown): number =>
    typeof value === "object" && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;
  const property = fc.property(fc.jsonValue(), fc.nat(6), fc.nat(2), (value, depth, indent) => {
    const parsed = parseJson(bytes(JSON.stringify(value, null, indent)), depth);
    expect(parsed).toEqual(
      depthOf(value) > depth ? { mistake: "too_deep" } : { value: JSON.parse(JSON.stringify(value)) },
    );
  });
  fc.assert(property, { numRuns: cases(3000) });
});
