/** The guards of the protocol, compared with ajv, and what a bundle keeps of them. */
import { buildSync } from "esbuild";
import fc from "fast-check";
import { expect, test } from "vitest";
import * as guards from "../../../src/generated/protocol/validators.js";
import { fitting, nearly } from "../../arbitrary/protocol.js";
import { slowCases } from "../../cases.js";
import { protocolAjv } from "./ajv.js";
import { protocolSchemas } from "./bundle.js";

const protocol = protocolSchemas();
const { definitions } = protocol;
const ajv = protocolAjv(protocol);
const names = Object.keys(definitions);
const guardOf = (name: string): ((data: unknown) => boolean) =>
  (guards as Record<string, (data: unknown) => boolean>)[`is${name}`] ?? expect.unreachable(name);

test("C268 ajv in its strict mode takes every schema of the protocol", () => {
  expect(names.length).toBeGreaterThan(50);
  for (const name of names) expect(ajv.getSchema(name), name).toBeTypeOf("function");
});

test("there is a guard of every body and record, and of nothing else", () => {
  expect(Object.keys(guards).sort()).toEqual(names.map((name) => `is${name}`).sort());
});

test.each(names)("is%s says what ajv says", (name) => {
  const judge = ajv.getSchema(name) ?? expect.unreachable(name);
  const guard = guardOf(name);
  const agree = (data: unknown): void => {
    expect(guard(data), JSON.stringify(data)).toBe(judge(data));
  };
  fc.assert(
    fc.property(fitting(name, definitions), (data) => {
      expect(guard(data), JSON.stringify(data)).toBe(true);
      agree(data);
    }),
    { numRuns: slowCases(60) },
  );
  fc.assert(fc.property(nearly(name, definitions), agree), { numRuns: slowCases(300) });
  fc.assert(fc.property(fc.jsonValue(), agree), { numRuns: slowCases(50) });
});

test.each(["SyncRecordV1", "LogEntry", "SyncMessage", "HistoryItem", "PromptRequest"])(
  "mistakes in %s are found, and not everything is one",
  (name) => {
    const said = new Set(fc.sample(nearly(name, definitions), 300).map(guardOf(name)));
    expect([...said].sort()).toEqual([false, true]);
  },
);

test("a bundle keeps the guards that it calls, and those that they call", () => {
  const bundled = (contents: string): string => {
    const stdin = { contents, resolveDir: "src/generated/protocol", loader: "ts" as const };
    const { outputFiles } = buildSync({ stdin, bundle: true, write: false, format: "esm", minify: true });
    return outputFiles[0]?.text ?? "";
  };
  expect(bundled('import "./validators.js";')).toBe("");
  const health = bundled('import { isHealth } from "./validators.js"; console.log(isHealth(1));');
  expect(health.length).toBeLessThan(1000);
  expect(health).toContain('"ok"');
});

test("megabytes of base64 are no trouble", () => {
  const body = { attachments: [{ media_type: "image/png", data_base64: "A".repeat(16 * 1024 * 1024) }] };
  expect(guards.isPromptRequest(body)).toBe(true);
  expect(guards.isPromptRequest({ attachments: [{ ...body.attachments[0], data_base64: "A=A" }] })).toBe(false);
});

test.each([
  [0, false],
  [1, true],
  [256, true],
  [257, false],
])("C278 a frame of %i records: %s", (count, isRight) => {
  const record = { version: 1, kind: "later", daemon_epoch: "e", cursor: "c", at: "2026-01-31T23:59:59.999Z" };
  const frame = { event: "frame", version: 1, daemon_epoch: "e", cursor: "c", caught_up: true };
  const records = Array.from({ length: count }, () => record);
  expect(guards.isSyncMessage({ ...frame, records })).toBe(isRight);
  expect(ajv.getSchema("SyncMessage")?.({ ...frame, records })).toBe(isRight);
});
