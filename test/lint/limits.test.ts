/** Texts made to cost much time or stack: twice the text takes twice the work, counted in steps. */
import { expect, test } from "vitest";
import type { Format } from "../../src/toolkit/read/document/formats.js";
import { some } from "../cases.js";
import { stepsOf } from "../steps.js";
import { answer, inFormats, list, MISTAKES, REPETITIONS } from "./hard-texts.js";

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

/** Its lines are counted only to find the position. */
test("a text of colons alone is not read to its end", async () => {
  const few = await stepsOf(() => answer(":\n".repeat(2000), "yaml"));
  expect(await stepsOf(() => answer(":\n".repeat(200_000), "yaml"))).toBeLessThanOrEqual(4 * few);
});
