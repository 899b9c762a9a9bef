/** Which texts are accepted as JSON and YAML, and their data: JSON.parse and the `yaml` package are the judges. */
import { inspect, isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseDocument } from "yaml";
import type { Format } from "../../src/toolkit/read/document/formats.js";
import { toData } from "../../src/toolkit/read/document/node.js";
import { type Document, parse } from "../../src/toolkit/read/document/parse.js";
import { configArbitrary, jsonArbitrary } from "../arbitrary/config.js";
import { almostConfigArbitrary, garbledArbitrary, soupArbitrary } from "../arbitrary/garbled.js";
import { jsonSpellingArbitrary, type Spelling, yamlArbitrary } from "../arbitrary/spelling.js";
import { slowCases } from "../cases.js";

const read = (text: string, format: Format): Document => parse({ file: "config", text }, format);

const kindsOf = (document: Document): readonly string[] => document.problems.map(({ kind }) => kind);

/** Well-formed, as any text is that was read from a file. */
const garbledTexts = (spell: (config: ReturnType<typeof toData>) => fc.Arbitrary<Spelling>): fc.Arbitrary<string> =>
  fc
    .oneof(
      fc.oneof(configArbitrary(), jsonArbitrary).chain(spell).chain(garbledArbitrary),
      almostConfigArbitrary,
      soupArbitrary.map((text) => ({ text })),
    )
    .map(({ text }) => text.toWellFormed());

/** Texts that JSON allows and a configuration does not (S4, S7, S8). */
const BEYOND_JSON = ["duplicate-key", "reserved-name", "unpaired-surrogate", "nul-character", "too-large", "too-deep"];

test("strict JSON is what JSON.parse accepts", () => {
  fc.assert(
    fc.property(garbledTexts(jsonSpellingArbitrary), (text) => {
      const document = read(text, "json");
      const kinds = kindsOf(document);
      const body = text.replace(/^\ufeff/, "");
      const expected = parsed(body);
      if (expected === undefined) {
        expect(document.root).toBeUndefined();
        // Comments and commas too many are two mistakes.
        expect(new Set(kinds).size).toBe(1);
      } else if (!kinds.some((kind) => BEYOND_JSON.includes(kind))) {
        const isMapping =
          typeof expected.value === "object" && expected.value !== null && !Array.isArray(expected.value);
        expect(kinds).toEqual(isMapping ? [] : ["not-a-mapping"]);
        expectMeaning(document, isMapping ? expected.value : undefined);
      }
    }),
    { numRuns: slowCases(4000) },
  );
});

/** Vitest's own equality is misled by a key called `constructor`. */
function expectMeaning({ root }: Document, value: unknown): void {
  const ours = root && toData(root);
  const theirs = withoutMinusZero(value);
  if (!isDeepStrictEqual(ours, theirs)) expect.fail(`read as ${inspect(ours)}, not as ${inspect(theirs)}`);
}

/** To us, minus zero is zero. */
function withoutMinusZero(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutMinusZero);
  if (typeof value !== "object" || value === null) return value === 0 ? 0 : value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, withoutMinusZero(child)]));
}

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

test("what the yaml package rejects is rejected, and what is accepted means the same to both", () => {
  fc.assert(
    fc.property(garbledTexts(yamlArbitrary), (text) => {
      const judge = parseDocument(text, { version: "1.2", schema: "core", uniqueKeys: false, logLevel: "silent" });
      const document = read(text, "yaml");
      if (judge.errors.length > 0) {
        expect(kindsOf(document)).not.toEqual([]);
        expect(document.root).toBeUndefined();
      } else if (document.problems.length === 0) {
        expectMeaning(document, judge.toJS() ?? {});
      }
    }),
    { numRuns: slowCases(4000) },
  );
});
