/** The marks of any text: inside it, in its order, without overlaps, and without its secrets. */
import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hintsOf } from "../../src/service/marks/hints.js";
import { linksOf } from "../../src/service/marks/links.js";
import { type OutlineSymbol, symbolsOf } from "../../src/service/marks/symbols.js";
import { tokensOf } from "../../src/service/marks/tokens.js";
import type { Snapshot } from "../../src/toolkit/judge/analysis/snapshot.js";
import type { Span } from "../../src/toolkit/read/diagnostic/diagnostic.js";
import type { Json } from "../../src/toolkit/read/document/data.js";
import { FORMAT_NAMES, type Format } from "../../src/toolkit/read/document/formats.js";
import type { Layer } from "../../src/toolkit/read/layers/layer.js";
import { configShape } from "../../src/toolkit/read/schema/shape.js";
import { configArbitrary } from "../arbitrary/config.js";
import { almostConfigArbitrary } from "../arbitrary/garbled.js";
import { layerArbitrary } from "../arbitrary/layer.js";
import { pairArbitrary } from "../arbitrary/pair.js";
import { isObject } from "../arbitrary/plain.js";
import { type Spelling, spellingArbitrary } from "../arbitrary/spelling.js";
import { slowCases } from "../cases.js";
import { host, layerFrom, snapshotOf } from "./snapshot.js";

/** Whether spans follow each other inside another one. */
function areOrdered(spans: readonly Span[], around: Span): boolean {
  const starts = [...spans.map(({ start }) => start), around.end];
  const ends = [around.start, ...spans.map(({ end }) => end)];
  return spans.every(({ start, end }) => start <= end) && starts.every((start, index) => (ends[index] ?? 0) <= start);
}

const PRINTED = /^[^\r\n]*\S[^\r\n]*$/;

/** The symbols that stand in a wrong place or cannot be read. */
function misplaced(symbols: readonly OutlineSymbol[], around: Span): readonly OutlineSymbol[] {
  const spans = symbols.map(({ span }) => span);
  if (!areOrdered(spans, around)) return symbols;
  return symbols.flatMap((symbol) => {
    const { name, nameSpan, span, children } = symbol;
    const isRight = PRINTED.test(name) && nameSpan.start === span.start && areOrdered([nameSpan], span);
    return [...(isRight ? [] : [symbol]), ...misplaced(children, span)];
  });
}

function expectSound(snapshot: Snapshot, layer: Layer): void {
  const { text } = layer.document.source;
  const all = { start: 0, end: text.length };
  expect(misplaced(symbolsOf(layer.document, configShape, snapshot.redactor), all)).toEqual([]);
  const links = linksOf(snapshot, layer, host);
  for (const marks of [links, tokensOf(snapshot, layer)]) {
    const spans = marks.map(({ span }) => span);
    expect(areOrdered(spans, all)).toBe(true);
    const marked = spans.map(({ start, end }) => text.slice(start, end));
    expect(marked.filter((shown) => !/^\S(?:[^\r\n]*\S)?$/.test(shown))).toEqual([]);
  }
  expect(links.filter(({ file }) => !/^\/[^\0]+$/.test(file))).toEqual([]);
  const hints = hintsOf(snapshot, layer);
  const offsets = hints.map(({ offset }) => offset);
  expect(new Set(offsets).size).toBe(offsets.length);
  expect(
    areOrdered(
      offsets.map((offset) => ({ start: offset, end: offset })),
      all,
    ),
  ).toBe(true);
  const wrong = hints.filter(
    ({ text: shown, about }) =>
      !/^[^\r\n]{1,80}$/u.test(shown) ||
      (about !== undefined && !areOrdered([about.span], { start: 0, end: about.layer.document.source.text.length })),
  );
  expect(wrong).toEqual([]);
}

const FIXTURES = ["ok", "err", "examples", "pairs", "slips"].flatMap((folder) =>
  readdirSync(`fixtures/${folder}`, { recursive: true, encoding: "utf8" }).flatMap((name) => {
    const format = FORMAT_NAMES.find((one) => name.endsWith(`.${one}`)) ?? (name.endsWith(".yml") ? "yaml" : undefined);
    return format === undefined ? [] : [{ file: `fixtures/${folder}/${name}`, format }];
  }),
);

test("the marks of every fixture are sound, in each layer over itself", () => {
  expect(FIXTURES.length).toBeGreaterThan(150);
  for (const { file, format } of FIXTURES) {
    const text = readFileSync(file, "utf8");
    const layers = [layerFrom(text, "global", format), layerFrom(text, "project", format)];
    const snapshot = snapshotOf(...layers);
    for (const layer of layers) expectSound(snapshot, layer);
  }
});

function expectAllSound(global: Spelling, project: Spelling): void {
  const layers = [layerFrom(global.text, "global", global.format), layerFrom(project.text, "project", project.format)];
  const snapshot = snapshotOf(...layers);
  for (const layer of layers) expectSound(snapshot, layer);
}

describe("the marks of any text are sound", () => {
  test("of a user's file and any project", () => {
    fc.assert(
      fc.property(pairArbitrary, ({ global, project }) => expectAllSound(global, project)),
      { numRuns: slowCases(400) },
    );
  });

  test("of texts that are almost configurations", () => {
    fc.assert(fc.property(almostConfigArbitrary, almostConfigArbitrary, expectAllSound), { numRuns: slowCases(400) });
  });
});

const SECRET = "correct-horse-battery-staple";

/** A configuration with a secret word in some of its texts and names. */
function withSecrets(value: Json, whims: Iterator<number>): Json {
  const put = (text: string): string => (whims.next().value === 0 ? `${text}${SECRET}` : text);
  if (typeof value === "string") return put(value);
  if (Array.isArray(value)) return value.map((item: Json) => withSecrets(item, whims));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [put(key), withSecrets(child, whims)]));
}

const secretArbitrary = fc
  .tuple(layerArbitrary(), fc.infiniteStream(fc.nat(5)))
  .map(([config, whims]) => withSecrets(config, whims));

test("a secret word is in no mark", () => {
  const global = fc.tuple(configArbitrary(), secretArbitrary).map(([base, config]) => {
    const [own, other] = [base, config].map((one) => (isObject(one) ? one : {}));
    return { ...own, ...other, permissions: { secret_words: [SECRET] } };
  });
  fc.assert(
    fc.property(global.chain(spellingArbitrary), secretArbitrary.chain(spellingArbitrary), (user, own) => {
      const layers = [user, own].map(({ text, format }: { text: string; format: Format }, index) =>
        layerFrom(text, index === 0 ? "global" : "project", format),
      );
      const snapshot = snapshotOf(...layers);
      for (const layer of layers) {
        const hints = hintsOf(snapshot, layer).map(({ text }) => text);
        const said = [symbolsOf(layer.document, configShape, snapshot.redactor), linksOf(snapshot, layer, host), hints];
        expect(JSON.stringify(said)).not.toContain(SECRET);
      }
    }),
    { numRuns: slowCases(400) },
  );
});
