/** Questions about names at any place of any text: an answer each time, whose spans are in the text. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { definitionsAt, referencesAt } from "../../src/service/references/definitions.js";
import { renameAt, renamed } from "../../src/service/references/rename.js";
import type { Span } from "../../src/toolkit/read/diagnostic/diagnostic.js";
import type { Layer } from "../../src/toolkit/read/layers/layer.js";
import { CHARACTER } from "../arbitrary/character.js";
import { anyTextArbitrary, pairArbitrary } from "../arbitrary/pair.js";
import type { Spelling } from "../arbitrary/spelling.js";
import { slowCases } from "../cases.js";
import { layerFrom, sceneOf, snapshotOf } from "./marked.js";

const toArbitrary = fc.oneof(
  fc.string({ unit: CHARACTER }),
  fc.constantFrom(
    "__proto__",
    "constructor",
    "a\nb",
    "m",
    "[x](command:y)",
    "a".repeat(10_000),
    "\ud800",
    "<<",
    "---",
    "*a",
    "&a x",
  ),
);

const textsArbitrary: fc.Arbitrary<readonly [Spelling, Spelling]> = fc.oneof(
  fc.tuple(anyTextArbitrary, anyTextArbitrary),
  pairArbitrary.map(({ global, project }) => [global, project] as const),
);

function isInside({ document: { source } }: Layer, { start, end }: Span): boolean {
  return start >= 0 && start <= end && end <= source.text.length;
}

test("every place of every text has an answer", () => {
  fc.assert(
    fc.property(
      textsArbitrary,
      fc.double({ min: -0.1, max: 1.1, noNaN: true }),
      fc.nat(1),
      toArbitrary,
      (texts, share, which, to) => {
        const [global, project] = texts;
        const snapshot = snapshotOf(
          layerFrom(global.text, "global", global.format),
          layerFrom(project.text, "project", project.format),
        );
        const layer = snapshot.layers[which];
        if (layer === undefined) return expect.fail("there are two layers");
        const offset = Math.floor(layer.document.source.text.length * share);
        const found = [...definitionsAt(snapshot, layer, offset), ...referencesAt(snapshot, layer, offset, true)];
        const place = renameAt(snapshot, layer, offset);
        expect(
          [...found, ...(place === undefined ? [] : [{ layer, ...place }])].filter(
            (one) => !isInside(one.layer, one.span),
          ),
        ).toEqual([]);
        const result = renamed(snapshot, layer, offset, to);
        const edits = result.kind === "refused" ? [] : result.edits;
        expect(result.kind === "refused" ? result.reason : "").not.toMatch(/[\n\u001b]/);
        expect(edits.filter((one) => !isInside(one.layer, one.span))).toEqual([]);
      },
    ),
    { numRuns: slowCases(4000) },
  );
});

const ODD = [
  "[x](command:evil)",
  "<b>",
  "a\tb",
  "é😀",
  "constructor",
  "toString",
  "hasOwnProperty",
  "a`b",
  "$(touch M)x",
  "${HOME}",
  "x".repeat(10_000),
];

test.each(ODD)("a stranger's name %j is a name", (name) => {
  const key = JSON.stringify(name);
  const use = JSON.stringify(name.replaceAll("$", "$$$$"));
  const { snapshot, layer, offset } = sceneOf({
    format: "json",
    project: `{ "models": { ‸${key}: {} }, "defaults": { "full": ${use} } }`,
  });
  expect(referencesAt(snapshot, layer, offset, true)).toHaveLength(2);
  expect(renamed(snapshot, layer, offset, "free")).toMatchObject({ kind: "edits", edits: { length: 2 } });
});

test("a text of nothing but names is read once for all of them", () => {
  const many = Array.from({ length: 3000 }, (_, index) => `  m${index}: { inherits: m${(index * 7) % 3000} }`).join(
    "\n",
  );
  const { snapshot, layer, offset } = sceneOf({ global: `models:\n  a‸: {}\n${many}\ndefaults: { full: a }\n` });
  expect(referencesAt(snapshot, layer, offset, true)).toHaveLength(2);
  expect(renamed(snapshot, layer, offset, "b")).toMatchObject({ kind: "edits", edits: { length: 2 } });
});

test("long runs of what stands around names take no time", () => {
  const long = 200_000;
  const texts = [
    "mcp__".repeat(long / 5),
    "_".repeat(long),
    "a/".repeat(long / 2),
    "(".repeat(long),
    "(a".repeat(long / 2),
    "$$(".repeat(long / 3),
  ];
  for (const text of texts) {
    const value = JSON.stringify(text);
    const { snapshot, layer, offset } = sceneOf({
      format: "json",
      global: `{ "providers": { "p": { "kind": { "type": "custom_beta_compatible" } } }, "models": { "‸m": {} }, "defaults": { "full": ${value} }, "mcp_servers": { "s": { "block_list": [${value}] } } }`,
    });
    expect(referencesAt(snapshot, layer, offset, true)).toHaveLength(1);
  }
});
