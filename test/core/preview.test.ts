/** The part of a long text that is shown in its place (P-S16, P-S33). */
import fc from "fast-check";
import { expect, test } from "vitest";
import { endsIn, previewOf } from "../../src/agent/wire/core/preview.js";
import { cases } from "../cases.js";

const bytes = (text: string): number => Buffer.byteLength(text);
const ends = (text: string, most: number, missing = 0): string => previewOf(text, { shows: "ends", most, missing });

/** Texts of lines, of any characters and of halves of some, most of them longer than the previews below. */
const long = fc
  .array(fc.string({ unit: fc.constantFrom(..."ab \r\n\té€🙂\ud83d"), maxLength: 200 }), { maxLength: 20 })
  .map((lines) => lines.join("\n"));

test("a text that fits is shown as it is; of a longer one both ends and the number of bytes between them", () => {
  fc.assert(
    fc.property(long, fc.integer({ min: 128, max: 600 }), fc.nat({ max: 1e9 }), (text, most, missing) => {
      const preview = ends(text, most, missing);
      if (bytes(text) <= most) {
        expect(preview).toBe(text);
        return;
      }
      expect(bytes(preview)).toBeLessThanOrEqual(most);
      const { head = "", tail = "", whole } = endsIn(preview, bytes(text)) ?? {};
      expect([text.startsWith(head), text.endsWith(tail), whole]).toEqual([true, true, bytes(text) + missing]);
      const left = bytes(text) + missing - bytes(head) - bytes(tail);
      expect(preview).toBe(`${head}\n… ${left} bytes left out …\n${tail}`);
      if (text.isWellFormed()) expect(preview.isWellFormed()).toBe(true);
    }),
    { numRuns: cases(2000) },
  );
});

const X = (count: number): string => "x".repeat(count);

test.each<readonly [string, string, string]>([
  ["at the limit it is whole", X(200), X(200)],
  ["one byte over it is not", X(201), `${X(86)}\n… 29 bytes left out …\n${X(86)}`],
  ["bytes count, not characters", "é".repeat(100), "é".repeat(100)],
  [
    "a character is shown whole or not at all",
    "🙂".repeat(60),
    `${"🙂".repeat(21)}\n… 72 bytes left out …\n${"🙂".repeat(21)}`,
  ],
  [
    "a line near a cut is whole",
    `${"one line\n".repeat(50)}the last line\n[exit code 3]`,
    `${"one line\n".repeat(9).trimEnd()}\n… 316 bytes left out …\n${"one line\n".repeat(6)}the last line\n[exit code 3]`,
  ],
  ["a long line is cut, however it begins", `a\n${X(300)}\nb`, `a\n${X(84)}\n… 132 bytes left out …\n${X(84)}\nb`],
  [
    "an end that is one long line",
    `${"a\n".repeat(60)}${X(300)}`,
    `${"a\n".repeat(43).trimEnd()}\n… 249 bytes left out …\n${X(86)}`,
  ],
])("%s", (_, text, preview) => {
  expect(ends(text, 200)).toBe(preview);
});

test("the ends of a preview say how much the first text had", () => {
  const text = Array.from({ length: 500 }, (_, at) => `line ${at}`).join("\n");
  const first = ends(text, 1000);
  const second = ends(first, 200, bytes(text) - bytes(first));
  expect(endsIn(second, bytes(first))?.whole).toBe(bytes(text));
  expect(second).toMatch(/^line 0\n(?:line \d+\n)+… 4\d\d\d bytes left out …\n(?:line 49\d\n)+line 499$/);
});

test.each([3, 999_999_999_999_999])(
  "lines of an output that say %i bytes are not taken for the one between the ends",
  (count) => {
    const text = `begin\n${`… ${count} bytes left out …\n`.repeat(60)}end`;
    expect(endsIn(ends(text, 400), bytes(text))?.whole).toBe(bytes(text));
  },
);

test("a beginning has no line that is not of the text, and is no preview of both ends", () => {
  const text = X(300);
  const beginning = previewOf(text, { shows: "beginning", most: 200 });
  expect([beginning, endsIn(beginning, 300), endsIn("… 5 bytes left out …", 300)]).toEqual([
    X(200),
    undefined,
    undefined,
  ]);
});
