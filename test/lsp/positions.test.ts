/** Positions are those of the editors' own package. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { TextDocument } from "vscode-languageserver-textdocument";
import { offsetIn, rangeIn } from "../../src/lsp/positions.js";
import { cases } from "../cases.js";

const text = fc
  .tuple(fc.constantFrom("", "\ufeff"), fc.array(fc.constantFrom("a", "bc", "\n", "\r\n", "\r", "😀", " ")))
  .map(([mark, parts]) => mark + parts.join(""));

test("in any text, also past the ends and inside line ends", () => {
  fc.assert(
    fc.property(text, fc.integer({ min: -2, max: 60 }), fc.integer({ min: -2, max: 60 }), (given, one, other) => {
      const source = { file: "", text: given };
      const document = TextDocument.create("", "", 0, given);
      const [start, end] = [Math.min(one, other), Math.max(one, other)];
      expect(rangeIn(source, { start, end })).toEqual({
        start: document.positionAt(start),
        end: document.positionAt(end),
      });
      const position = { line: one, character: other };
      expect(offsetIn(source, position)).toBe(document.offsetAt(position));
    }),
    { numRuns: cases(20_000) },
  );
});
