/** What holds for every report, whatever was linted: its ranges lie in the text and its renderings are safe and well-formed. */
import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect } from "vitest";
import type { LintResult } from "../../src/toolkit/judge/analysis/run.js";
import { plain } from "../../src/toolkit/judge/report/paint.js";
import { EXCHANGE_FORMATS, type ReportFormat, reporters } from "../../src/toolkit/judge/report/reporters.js";
import type { Diagnostic, Position, Range } from "../../src/toolkit/read/diagnostic/diagnostic.js";
import { exchanged, inOrder, READERS, told } from "./exchanges.js";
import { expectFrames } from "./frames.js";

const isReport = new Ajv2020().compile(JSON.parse(readFileSync("schema/report.schema.json", "utf8")));

/** Controls other than newline, bidi controls, everything of no width, line separators, half characters. */
const UNSAFE = /[^\P{Cc}\n]|[\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\p{Cs}]/u;

const CONCISE_LINE = /^.+?:\d+:\d+: (error|warning|info)\[[a-z]+\/[a-z-]+\]: .+$/u;

/** The result in every format. */
export function render(result: LintResult): Readonly<Record<ReportFormat, string>> {
  const { diagnostics } = result;
  return {
    pretty: reporters.pretty.render(result, diagnostics, plain),
    text: reporters.text.render(result, diagnostics, plain),
    concise: reporters.concise.render(result, diagnostics, plain),
    json: reporters.json.render(result, diagnostics, plain),
    ...exchanged(result),
  };
}

/** Expects the properties that every result of linting has, whatever the texts. */
export function expectSound(result: LintResult): void {
  const sources = new Map(result.layers.map(({ document: { source } }) => [source.file, source.text]));
  const textOf = (file: string): string => sources.get(file) ?? expect.fail(`nothing called ${file} was read`);
  for (const diagnostic of result.diagnostics) {
    for (const { file, range } of [diagnostic, ...diagnostic.related]) expectInBounds(range, textOf(file));
    expectElsewhere(diagnostic);
    const edits = diagnostic.fixes.flatMap((fix) => fix.edits);
    for (const { file, start, end } of edits) expectOrdered(start, end, textOf(file));
  }
  expect(result.diagnostics.filter(({ message }) => message.includes("failed unexpectedly"))).toEqual([]);
  const texts = render(result);
  for (const text of Object.values(texts)) expect(text.match(UNSAFE)).toBeNull();
  for (const format of EXCHANGE_FORMATS)
    expect(READERS[format](texts[format]).toSorted(inOrder)).toEqual(told(result.diagnostics));
  const { pretty, concise, json } = texts;

  const lines = concise.split("\n").slice(0, -1);
  expect(lines).toHaveLength(result.diagnostics.length);
  for (const line of lines) expect(line).toMatch(CONCISE_LINE);

  isReport(JSON.parse(json));
  expect(isReport.errors).toBeNull();
  expectFrames(pretty, result.diagnostics, textOf);
}

/** A related place is another one: to point twice at the same text says nothing. */
export function expectElsewhere({ file, range, related }: Diagnostic): void {
  expect(related.filter((other) => other.file === file && isDeepStrictEqual(other.range, range))).toEqual([]);
}

function expectInBounds({ start, end }: Range, text: string): void {
  expectOrdered(start.offset, end.offset, text);
  expect(start).toEqual(positionOf(start.offset, text));
  expect(end).toEqual(positionOf(end.offset, text));
}

function expectOrdered(start: number, end: number, text: string): void {
  expect(start).toBeGreaterThanOrEqual(0);
  expect(end).toBeGreaterThanOrEqual(start);
  expect(end).toBeLessThanOrEqual(text.length);
}

/** Counted anew from the start of the text; a byte order mark has no column. */
function positionOf(offset: number, text: string): Position {
  const breaks = [...text.matchAll(/\r\n|\n|\r/g)].map((match) => match.index + match[0].length);
  const before = breaks.filter((end) => end <= offset);
  const start = before.at(-1) ?? (text.startsWith("\ufeff") ? 1 : 0);
  return { line: before.length + 1, column: Math.max(offset - start, 0) + 1, offset };
}
