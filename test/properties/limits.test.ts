/** Texts made to cost much time or stack: each is answered soon, and reported in all forms. */
import { expect, test, vi } from "vitest";
import { lint } from "../../src/lint.js";
import { render } from "./report.js";

vi.setConfig({ testTimeout: 60_000 });

const MOST_SECONDS = 5;

const MIB = 1024 * 1024;

/** As many repetitions as a file may hold. */
const full = (unit: string): string => unit.repeat(MIB / unit.length);

const UNITS = ["[", "{", "- ", "? ", "a: ", ": ", "&a ", "*a ", "!a ", '"', "'", "\t", "\n", "#\n", "]"];

const list = (length: number, item: (index: number) => string): string =>
  Array.from({ length }, (_, i) => item(i)).join();

/** Nine levels, each of nine aliases to the one before: 9^9 values. */
const BOMB = Array.from("abcdefghi", (name, level) => {
  const previous = level === 0 ? '"lol"' : `*${"abcdefghi"[level - 1]}`;
  return `${name}: &${name} [${list(9, () => previous)}]\n`;
}).join("");

const TEXTS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(UNITS.map((unit) => [`1 MiB of ${JSON.stringify(unit)}`, full(unit)])),
  "200,000 open lists": "[".repeat(200_000),
  "200,000 open objects": '{"a":'.repeat(200_000),
  "200,000 open lists after as many wrong ends": `[${"}".repeat(200_000)},${"[".repeat(200_000)}`,
  "an alias bomb": BOMB,
};

const CASES = Object.entries(TEXTS).flatMap(([name, text]) =>
  (["yaml", "json", "jsonc"] as const).map((format) => ({ name, text, format })),
);

test.each(CASES)("$name as $format", ({ text, format }) => {
  expect(secondsOf(() => render(lint({ texts: [{ file: "config", text, format }] })))).toBeLessThan(MOST_SECONDS);
});

const MISTAKES: Readonly<Record<string, string>> = {
  "60,000 unknown keys": `{${list(60_000, (index) => `"${index}":0`)}}`,
  "40,000 wrong headers": `{"providers":{"a":{"headers":{${list(40_000, (index) => `"${index}":0`)}}}}}`,
  "20,000 providers without a kind": `{"providers":{${list(20_000, (index) => `"${index}":{}`)}}}`,
  "20,000 times the same key": `{${list(20_000, () => '"version":3')}}`,
  "5,000 secret words and as many mistakes": `{"permissions":{"secret_words":[${list(5000, (index) => `"word${index}"`)}]},
    "providers":{${list(5000, (index) => `"${index}":{}`)}}}`,
};

test.each(Object.entries(MISTAKES))("%s on one line", (_, text) => {
  expect(secondsOf(() => render(lint({ texts: [{ file: "config.json", text }] })))).toBeLessThan(MOST_SECONDS);
});

/** The smaller of elapsed and computing time: the machine may be busy, the garbage collector may have helpers. */
function secondsOf(run: () => void): number {
  const start = performance.now();
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return Math.min(performance.now() - start, (user + system) / 1000) / 1000;
}
