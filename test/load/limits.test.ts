/** What loading costs is limited in total (S39). */
import { expect, test } from "vitest";
import { fingerprintOf } from "../../src/analysis/fingerprint.js";
import { load } from "../../src/load.js";
import { memoryHost } from "../machine/memory.js";

const MIB = 1024 * 1024;

const loading = (count: number, length: number): ReturnType<typeof load> => {
  const texts = Array.from({ length: count }, () => "${BIG}");
  const files = { ".agent/config.json": JSON.stringify({ version: 3, plugins: { a: texts } }) };
  return load({ host: memoryHost({ files, env: { BIG: "x".repeat(length) } }) });
};

test("all values with substitutions together may have 16 MiB", async () => {
  const { ok, diagnostics } = await loading(16, MIB);
  expect({ ok, diagnostics }).toEqual({ ok: true, diagnostics: [] });
});

test("what is more fails once, at the value that is too much", async () => {
  const { ok, diagnostics } = await loading(60_000, MIB);
  expect(ok).toBe(false);
  expect(diagnostics.map(({ rule, path }) => [rule, path])).toEqual([["substitution/failed", "/plugins/a/16"]]);
});

const hashed: string[] = [];

/** The texts that a hash was made of, and a short name for each. */
const remember = (bytes: Uint8Array): string => {
  hashed.push(new TextDecoder().decode(bytes));
  return `<${hashed.length}>`;
};

test("a fingerprint is the hash of the JSON, and of no text longer than a few pieces", () => {
  const value = { a: [1, "x", null, {}, []], b: { c: true, d: undefined } };
  fingerprintOf(value, remember);
  expect(hashed.splice(0)).toEqual([JSON.stringify(value)]);
  const long = "y".repeat(MIB);
  fingerprintOf([long, long, long], remember);
  expect(Math.max(...hashed.map(({ length }) => length))).toBeLessThan(1.1 * MIB);
  expect(hashed.map((text) => text.replace(/^<\d>/, "")).join("")).toBe(JSON.stringify([long, long, long]));
});
