/** Texts made to cost much time or stack: each is answered and reported in all forms, and twice the text takes twice the work. */
import { expect, test } from "vitest";
import { format } from "../../src/toolkit/format.js";
import { lint } from "../../src/toolkit/lint.js";
import { FORMAT_NAMES, type Format } from "../../src/toolkit/read/document/formats.js";
import { cases, some } from "../cases.js";
import { render } from "../report/sound.js";
import { stepsOf } from "../steps.js";

const MIB = 1024 * 1024;

const UNITS = ["[", "{", "- ", "? ", "a: ", ": ", "&a ", "*a ", "!a ", '"', "'", "\t", "\n", "#\n", "]"];

const list = (length: number, item: (index: number) => string): string =>
  Array.from({ length }, (_, i) => item(i)).join();

const answer = (text: string, format: Format): string => {
  const result = lint({ texts: [{ file: "config", text, format }] });
  return `${Object.values(render(result)).join("")}${result.diagnostics.length}`;
};

const inFormats = <Row extends readonly unknown[]>(rows: readonly Row[]): readonly (readonly [Format, ...Row])[] =>
  FORMAT_NAMES.flatMap((format) => rows.map((row): readonly [Format, ...Row] => [format, ...row]));

/** Texts of some length, by how often something is repeated in them. */
const REPETITIONS: readonly (readonly [name: string, text: (count: number) => string])[] = [
  ...UNITS.map((unit) => [JSON.stringify(unit), (count: number) => unit.repeat(count)] as const),
  ["open objects", (count) => '{"a":'.repeat(count)],
  ["open lists after as many wrong ends", (count) => `[${"}".repeat(count)},${"[".repeat(count)}`],
];

/** Texts that can be read, and in which everything is a mistake. */
const MISTAKES: readonly (readonly [name: string, most: number, text: (count: number) => string])[] = [
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

/** Twice the work, and a tenth more for work that is not spread evenly. */
async function expectProportional(text: (count: number) => string, count: number, format: Format): Promise<void> {
  const once = await stepsOf(() => answer(text(count), format));
  expect(await stepsOf(() => answer(text(2 * count), format))).toBeLessThanOrEqual(2.1 * once);
}

test.each(some(inFormats(REPETITIONS)))("%s: twice as much of %s", (format, _, text) =>
  expectProportional(text, 2000, format),
);

test.each(MISTAKES)("twice as many %s", (_, __, text) => expectProportional(text, 250, "json"));

test("an alias bomb of more levels takes no more work", async () => {
  // Each level stands for nine of the one before: 9^levels values.
  const bomb = (levels: string): string =>
    Array.from(
      levels,
      (name, level) => `${name}: &${name} [${list(9, () => (level === 0 ? '"lol"' : `*${levels[level - 1]}`))}]\n`,
    ).join("");
  const few = await stepsOf(() => answer(bomb("abcdef"), "yaml"));
  expect(await stepsOf(() => answer(bomb("abcdefghijkl"), "yaml"))).toBeLessThanOrEqual(2 * few);
});

test.each(some(inFormats(REPETITIONS)))("%s: 1 MiB of %s", (format, _, text) => {
  expect(answer(text(Math.floor(MIB / text(1).length)), format)).not.toBe("");
});

test.each(MISTAKES)("many %s on one line", (_, most, text) => {
  const result = lint({ texts: [{ file: "config", text: text(cases(most)), format: "json" }] });
  expect(JSON.parse(format(result, "json")).diagnostics.length).toBe(result.diagnostics.length);
  expect(format(result, "pretty")).toContain("more not shown");
});

/** More than a thousand findings of one mistake in one text are not listed. */
test.each([
  ["commands", (count: number) => `tui: {a: "${"$(a)".repeat(count)}"}`, "substitution/disabled"],
  ["commands as defaults", (count: number) => `tui: {a: "${"${A:-b}".repeat(count)}"}`, "substitution/disabled"],
  ["names that are numbers", (count: number) => "1: a\n".repeat(count), "syntax/unsupported-yaml"],
  ["equal names", (count: number) => "tui: {}\n".repeat(count), "syntax/duplicate-key"],
])("a thousand of %s are reported", (_, text, rule) => {
  const { diagnostics } = lint({ texts: [{ file: "config.yaml", text: `version: 3\n${text(2000)}` }] });
  expect(diagnostics.filter((one) => one.rule === rule)).toHaveLength(1000);
});

/** Its lines are counted only to find the position. */
test("a text of colons alone is not read to its end", async () => {
  const few = await stepsOf(() => answer(":\n".repeat(2000), "yaml"));
  expect(await stepsOf(() => answer(":\n".repeat(200_000), "yaml"))).toBeLessThanOrEqual(4 * few);
});
