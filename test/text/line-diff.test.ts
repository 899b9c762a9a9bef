/** The difference of two texts, line by line. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { aroundChanges, lineDiff } from "../../src/text/line-diff.js";

const shown = (before: string, after: string, context = 1): readonly string[] =>
  aroundChanges(lineDiff(before, after), context).map((row) => (row === undefined ? "…" : `${row.sign}${row.text}`));

test.each([
  ["", "", []],
  ["a\n", "a\n", ["…"]],
  ["", "a\nb\n", ["+a", "+b"]],
  ["a\nb\n", "", ["-a", "-b"]],
  ["a\nb\nc\nd\n", "a\nb\nx\nd\n", ["…", " b", "-c", "+x", " d"]],
  ["a\nb\nc\nd\ne\nf\n", "A\nb\nc\nd\ne\nF\n", ["-a", "+A", " b", "…", " e", "-f", "+F"]],
  ["a\nb\n", "b\na\n", ["-a", " b", "+a"]],
  ["a", "a\nb", [" a", "+b"]],
])("%j, %j", (before, after, rows) => expect(shown(before, after)).toEqual(rows));

test("the rows hold both texts", () => {
  const text = fc
    .array(fc.constantFrom("a", "b", "c", ""), { maxLength: 12 })
    .map((lines) => lines.map((line) => `${line}\n`).join(""));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const rows = lineDiff(before, after);
      const of = (sign: "-" | "+"): string =>
        rows.flatMap((row) => (row.sign === " " || row.sign === sign ? [`${row.text}\n`] : [])).join("");
      expect([of("-"), of("+")]).toEqual([before, after]);
    }),
    { numRuns: 500 },
  );
});

test("of large texts the one replaces the other", () => {
  const lines = (name: string): string => Array.from({ length: 2000 }, (_, index) => `${name}${index}\n`).join("");
  expect(lineDiff(lines("a"), lines("b"))).toHaveLength(4000);
});
