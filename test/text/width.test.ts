/** How wide a text is on a terminal: against the ranges of Unicode itself, which know nothing of how it is computed. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { columnsOf, cutTo, padTo } from "../../src/text/width.js";
import { unicodeRanges } from "./unicode.js";

/** It was a mark without a width, and is none in later versions. */
const CHANGED = new Set([0x1171e]);

test("every character of Unicode", () => {
  let count = 0;
  const wrong: string[] = [];
  for (const [first, last, width] of unicodeRanges) {
    for (let code = first; code <= last; code += 1) {
      count += 1;
      if (columnsOf(String.fromCodePoint(code)) !== width && !CHANGED.has(code)) wrong.push(code.toString(16));
    }
  }
  expect(count).toBeGreaterThan(140_000);
  expect(wrong).toEqual([]);
});

test.each([
  ["", 0],
  ["abc", 3],
  ["日本", 4],
  ["e\u0301", 1],
  ["🚀 fast", 7],
  ["한글", 4],
  ["\u1112\u1161\u11ab", 2],
  ["ｶﾅ", 2],
  ["🇩🇪", 2],
  ["a…", 2],
])("%j takes %i", (text, columns) => {
  expect(columnsOf(text)).toBe(columns);
});

const text = fc.string({ unit: fc.constantFrom("a", "日", "🚀", "\u0301", " ", "é", "한"), maxLength: 30 });

test("what is cut fits, begins as it did, and is no shorter than it has to be", () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 40 }), (whole, room) => {
      const cut = cutTo(whole, room);
      expect(columnsOf(cut)).toBeLessThanOrEqual(room);
      if (columnsOf(whole) <= room) expect(cut).toBe(whole);
      else {
        expect(whole.startsWith(cut.slice(0, -1))).toBe(true);
        expect(cut.at(-1)).toBe("…");
        expect(columnsOf(cut)).toBeGreaterThanOrEqual(room - 1);
      }
      expect(columnsOf(padTo(whole, room))).toBe(Math.max(room, columnsOf(whole)));
    }),
  );
});
