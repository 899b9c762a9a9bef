/** What loading costs is limited in total (S39). */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { fingerprintOf } from "../../src/toolkit/judge/analysis/fingerprint.js";
import { load } from "../../src/toolkit/load.js";
import { machine } from "../machine/machine.js";
import { memoryHost } from "../machine/memory.js";
import { GLOBAL } from "../machine/names.js";

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

test("a signal ends the command that runs, and lets none begin", async () => {
  const [a, b] = ["first", "second"].map((name) => `'$(echo > "$HOME/${name}"; sleep 60)'`);
  const at = machine({ [GLOBAL]: `version: 3\nconfig_command_substitution: true\nplugins: { a: ${a}, b: ${b} }\n` });
  const ending = new AbortController();
  const loading = at.load({ signal: ending.signal });
  while (!existsSync(join(at.home, "first"))) await pause(5);
  ending.abort();
  const { ok, diagnostics } = await loading;
  expect(ok).toBe(false);
  expect(diagnostics.map(({ rule, message }) => [rule, message])).toEqual(
    Array(2).fill(["substitution/failed", expect.stringContaining("it was interrupted")]),
  );
  expect(existsSync(join(at.home, "second"))).toBe(false);
});
