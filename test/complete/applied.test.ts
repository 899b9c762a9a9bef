/** Items written into a text: it stays readable, and nothing secret is in them. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { completionsAt } from "../../src/service/complete/complete.js";
import type { Completion } from "../../src/service/complete/completion.js";
import { plainText } from "../../src/service/complete/snippet-text.js";
import { FORMAT_NAMES } from "../../src/toolkit/read/document/formats.js";
import { parse } from "../../src/toolkit/read/document/parse.js";
import { configShape } from "../../src/toolkit/read/schema/shape.js";
import { CHARACTER } from "../arbitrary/character.js";
import { configArbitrary } from "../arbitrary/config.js";
import { almostConfigArbitrary, scopeArbitrary, soupArbitrary } from "../arbitrary/garbled.js";
import { type Spelling, spellingArbitrary } from "../arbitrary/spelling.js";
import { slowCases } from "../cases.js";
import { snapshotOf } from "./ask.js";
import { ODD } from "./odd.js";
import { GLOBAL } from "./questions.js";

const KNOWN = [GLOBAL, ODD].map((global) => ({
  snapshot: snapshotOf({ global, project: "version: 3\n" }),
  variables: ["HOME", "A B"],
}));

/** Lines after the first are as deep as the line of the cursor. */
function written(text: string, item: Completion): string {
  const { start, end } = item.span;
  const indent = /[^\S\r\n]*$/.exec(
    text.slice(0, start).replace(/[^\r\n]*$/, (line) => /^\s*/.exec(line)?.[0] ?? ""),
  )?.[0];
  return text.slice(0, start) + plainText(item).replaceAll("\n", `\n${indent}`) + text.slice(end);
}

function readable({ text, format }: Spelling): boolean {
  return parse({ file: "x", text }, format).root !== undefined;
}

const at = fc.double({ min: 0, max: 1, noNaN: true });

test("a readable text stays readable with any item", () => {
  let tried = 0;
  fc.assert(
    fc.property(
      configArbitrary().chain(spellingArbitrary),
      at,
      scopeArbitrary,
      fc.constantFrom(...KNOWN),
      (spelling, part, scope, known) => {
        fc.pre(readable(spelling));
        const { text, format } = spelling;
        const offset = Math.round(part * text.length);
        for (const item of completionsAt({ text, format, shape: configShape, scope }, offset, known)) {
          expect(item.span.start).toBeLessThanOrEqual(offset);
          expect(item.span.end).toBeGreaterThanOrEqual(offset);
          expect(text.slice(item.span.start, item.span.end)).not.toMatch(/[\r\n]/);
          tried += 1;
          const after = written(text, item);
          if (!readable({ text: after, format })) expect.fail(`${JSON.stringify(item)}\n${after}`);
        }
      },
    ),
    { numRuns: slowCases(3000) },
  );
  expect(tried).toBeGreaterThan(100);
});

test("any text has an answer at any place, also one that no reader accepts", () => {
  const texts = fc.oneof(
    almostConfigArbitrary,
    fc.record({ text: soupArbitrary, format: fc.constantFrom(...FORMAT_NAMES) }),
    fc.record({ text: fc.string({ unit: CHARACTER, maxLength: 60 }), format: fc.constantFrom(...FORMAT_NAMES) }),
  );
  fc.assert(
    fc.property(texts, at, scopeArbitrary, fc.constantFrom(...KNOWN), ({ text, format }, part, scope, known) => {
      const offset = Math.round(part * text.length);
      const items = completionsAt({ text, format, shape: configShape, scope }, offset, known);
      expect(items.every(({ span }) => span.start <= offset && offset <= span.end)).toBe(true);
    }),
    { numRuns: slowCases(3000) },
  );
});
