/** Texts made to cost much time or stack, and what is asked of each. */
import { lint } from "../../src/toolkit/lint.js";
import { FORMAT_NAMES, type Format } from "../../src/toolkit/read/document/formats.js";
import { render } from "../report/sound.js";

const UNITS = ["[", "{", "- ", "? ", "a: ", ": ", "&a ", "*a ", "!a ", '"', "'", "\t", "\n", "#\n", "]"];

export const list = (length: number, item: (index: number) => string): string =>
  Array.from({ length }, (_, i) => item(i)).join();

export const answer = (text: string, format: Format): string => {
  const result = lint({ texts: [{ file: "config", text, format }] });
  return `${Object.values(render(result)).join("")}${result.diagnostics.length}`;
};

export const inFormats = <Row extends readonly unknown[]>(
  rows: readonly Row[],
): readonly (readonly [Format, ...Row])[] =>
  FORMAT_NAMES.flatMap((format) => rows.map((row): readonly [Format, ...Row] => [format, ...row]));

/** Texts of some length, by how often something is repeated in them. */
export const REPETITIONS: readonly (readonly [name: string, text: (count: number) => string])[] = [
  ...UNITS.map((unit) => [JSON.stringify(unit), (count: number) => unit.repeat(count)] as const),
  ["open objects", (count) => '{"a":'.repeat(count)],
  ["open lists after as many wrong ends", (count) => `[${"}".repeat(count)},${"[".repeat(count)}`],
];

/** Texts that can be read, and in which everything is a mistake. */
export const MISTAKES: readonly (readonly [name: string, most: number, text: (count: number) => string])[] = [
  ["unknown keys", 60_000, (count) => `{${list(count, (index) => `"${index}":0`)}}`],
  ["wrong headers", 40_000, (count) => `{"providers":{"a":{"headers":{${list(count, (index) => `"${index}":0`)}}}}}`],
  ["providers without a kind", 20_000, (count) => `{"providers":{${list(count, (index) => `"${index}":{}`)}}}`],
  ["times the same key", 20_000, (count) => `{${list(count, () => '"version":3')}}`],
  [
    "secret words and as many mistakes",
    5000,
    (count) =>
      `{"permissions":{"secret_words":[${list(count, (index) => `"word${index}"`)}]},"providers":{${list(count, (index) => `"${index}":{}`)}}}`,
  ],
];
