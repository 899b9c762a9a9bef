/** Suggestions for a name that is close to others: whether a fix is safe, and how far the search goes. */
import { expect, test } from "vitest";
import { suggest as closeNames } from "../../src/text/suggest.js";
import { frugal } from "../../src/toolkit/judge/analysis/frugal.js";
import type { Names } from "../../src/toolkit/judge/rules/rule.js";
import { respelling } from "../../src/toolkit/judge/rules/suggestion.js";

const PATH = ["defaults", "full"];

const didYouMean = (
  path: typeof PATH,
  written: string,
  known: Names,
  options = {},
  suggest = frugal(closeNames),
): ReturnType<typeof respelling> => respelling({ suggest }, path, written, known, options);

const replacement = (value: string, safe: boolean) => ({
  title: `write \`${value}\``,
  safe,
  changes: [{ kind: "replace", path: PATH, value }],
});

test("one name that is close is a safe fix", () => {
  expect(didYouMean(PATH, "acme/bgi", ["acme/big", "other"])).toEqual({
    label: "did you mean `acme/big`?",
    fixes: [replacement("acme/big", true)],
  });
});

test("where the name may be right after all, the fix is not safe", () => {
  expect(didYouMean(PATH, "acme/bgi", ["acme/big"], { isCertain: false }).fixes).toEqual([
    replacement("acme/big", false),
  ]);
});

test.each([
  ["acmee", "acme", true],
  ["bigg", "big", false],
  ["bi", "big", false],
  ["acme-12", "acme-13", false],
  ["acme-1", "acme-12", false],
  ["acm-12", "acme-12", true],
])("%s may be written %s unasked: %s", (written, name, safe) => {
  expect(didYouMean(PATH, written, [name]).fixes).toEqual([replacement(name, safe)]);
});

test("of several names none is certain", () => {
  expect(didYouMean(PATH, "acme/bi", new Set(["acme/big", "acme/bit"]))).toEqual({
    label: "did you mean `acme/big` or `acme/bit`?",
    fixes: [replacement("acme/big", false), replacement("acme/bit", false)],
  });
});

test("a fix writes the whole value", () => {
  expect(didYouMean(PATH, "acme/bgi", ["acme/big"], { spell: (to: string) => `${to}(high)` })).toEqual({
    label: "did you mean `acme/big`?",
    fixes: [replacement("acme/big(high)", true)],
  });
});

test("where no name is close there is nothing to say", () => {
  expect(didYouMean(PATH, "acme/big", ["other"])).toEqual({});
  expect(didYouMean(PATH, "acme/big", [])).toEqual({});
});

const names = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `name-${index}-${index}`);

test.each([
  ["a list", names(500)],
  ["a set", new Set(names(500))],
])("of %s of 500 names, the first hundred misspelt ones are compared with all", (_, known) => {
  const suggest = frugal(closeNames);
  const found = names(102).map((written) => didYouMean(PATH, `${written}x`, known, {}, suggest).label !== undefined);
  expect(found.indexOf(false)).toBe(100);
  expect(found.lastIndexOf(true)).toBe(99);
});

test("of more names than are ever compared, one misspelt name is compared with all", () => {
  const known = new Set(names(60_000));
  const suggest = frugal(closeNames);
  expect(didYouMean(PATH, "name-59999-5999", known, {}, suggest).label).toMatch(/^did you mean/);
  expect(didYouMean(PATH, "name-59999-5999", known, {}, suggest)).toEqual({});
});
