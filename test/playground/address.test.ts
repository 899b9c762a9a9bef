import { deflateRawSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { fragmentOf, type Pair, pairIn } from "../../src/playground/address.js";
import { slowCases } from "../cases.js";

const PAIR: Pair = {
  global: { text: "version: 3\nmodels: { größer: {} }\n", format: "yaml" },
  project: { text: '{ "version": 3 }', format: "json" },
};

const file = fc.record({ text: fc.string({ unit: "grapheme" }), format: fc.constantFrom("yaml", "json") });

/** A fragment with any content. */
function packed(content: string | Uint8Array): string {
  return `1.${deflateRawSync(content).toString("base64url")}`;
}

test("an address gives back the pair that it was made of, in characters that every program leaves alone", async () => {
  await fc.assert(
    fc.asyncProperty(fc.record({ global: file, project: file }), async (pair) => {
      const fragment = (await fragmentOf(pair)) ?? "";
      expect(fragment).toMatch(/^1\.[\w-]+$/);
      expect(await pairIn(fragment)).toEqual(pair);
    }),
    { numRuns: slowCases(1000) },
  );
});

const whole = (await fragmentOf(PAIR)) ?? "";

test.each([
  ["nothing", ""],
  ["the anchor of another page", "section-2"],
  ["another version", `2.${whole.slice(2)}`],
  ["a version alone", "1."],
  ["no Base64", "1.%%%"],
  ["no compressed bytes", `1.${btoa("models: {}")}`],
  ["no JSON", packed("models: {}")],
  ["no UTF-8", packed(new Uint8Array([0x5b, 0xff, 0xfe]))],
  ["too few parts", packed('["yaml", "a", "json"]')],
  ["an unknown format", packed('["yaml", "a", "toml", "b"]')],
  ["a text that is none", packed('["yaml", {}, "json", "b"]')],
  ["an object", packed('{ "length": 4 }')],
  ["null", packed("null")],
])("%s in an address is a sentence", async (_, fragment) => {
  expect(await pairIn(fragment)).toMatch(/^This address .*\.$/);
});

test("an address that was cut anywhere is a sentence", async () => {
  for (let length = 0; length < whole.length; length += 1) {
    expect(await pairIn(whole.slice(0, length))).toMatch(/^This address .*\.$/);
  }
});

test("an address of two megabytes is not even unpacked", async () => {
  expect(await pairIn(`1.${"A".repeat(2_000_000)}`)).toBe("This address is too long: it was not made by this page.");
});

test("a short address that holds much is given up before all of it is unpacked", async () => {
  const bomb = packed(JSON.stringify(["yaml", "a".repeat(50_000_000), "yaml", ""]));
  expect(bomb.length).toBeLessThan(100_000);
  expect(await pairIn(bomb)).toBe("This address is incomplete or was changed: its files cannot be read.");
});

test("files whose address this page would not read have none", async () => {
  expect(await fragmentOf({ ...PAIR, global: { text: "a".repeat(4_000_001), format: "yaml" } })).toBeUndefined();
  const long = { ...PAIR, global: { text: "a".repeat(3_900_000), format: "yaml" } } as const;
  expect(await pairIn((await fragmentOf(long)) ?? "")).toEqual(long);
});

test("files that do not fit have no address", async () => {
  const random = Array.from({ length: 900_000 }, (_, index) => String.fromCharCode(0x4e00 + ((index * 7919) % 20_000)));
  expect(await fragmentOf({ ...PAIR, global: { text: random.join(""), format: "yaml" } })).toBeUndefined();
});
