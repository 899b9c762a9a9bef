/** The distance between two names, against the matrix of the textbook. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { editDistance } from "../../src/text/suggest.js";

/** All prefixes of one against all of the other, without looking for an end. */
function byMatrix(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  const cost = (row: number, column: number): number => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= a.length; row += 1) {
    rows.push([row]);
    for (let column = 1; column <= b.length; column += 1) {
      const isSwapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      rows[row]?.push(
        Math.min(
          cost(row - 1, column) + 1,
          cost(row, column - 1) + 1,
          cost(row - 1, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1),
          isSwapped ? cost(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
  }
  return cost(a.length, b.length);
}

const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 12 });

test("two names are as far apart as the matrix says, or further than anybody asked", () => {
  fc.assert(
    fc.property(word, word, fc.nat(4), (a, b, most) => {
      const distance = byMatrix(a, b);
      expect(editDistance(a, b, most)).toBe(distance <= most ? distance : undefined);
    }),
  );
});

test("what is far from the diagonal costs nothing", () => {
  const [a, b] = ["a".repeat(200_000), `${"a".repeat(199_999)}b`];
  expect(editDistance(a, b, 2)).toBe(1);
});
