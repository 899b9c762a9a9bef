/** Completion in JSON with comments between the tokens. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { completionsAt } from "../../src/service/complete/complete.js";
import { plainText } from "../../src/service/complete/snippet-text.js";
import { parse } from "../../src/toolkit/read/document/parse.js";
import { configShape } from "../../src/toolkit/read/schema/shape.js";
import { configArbitrary } from "../arbitrary/config.js";
import { slowCases } from "../cases.js";
import { ask, CURSOR, labels, snapshotOf } from "./ask.js";
import { GLOBAL } from "./questions.js";

const KNOWN = { snapshot: snapshotOf({ global: GLOBAL, project: "version: 3\n" }), variables: ["HOME"] };

const isReadable = (text: string): boolean => parse({ file: "x", text }, "jsonc").root !== undefined;

describe("a key among comments gets its comma", () => {
  test.each([
    '{\n  "tui": {\n    ¦\n    // the palette\n    "theme": "dark"\n  }\n}',
    '{\n  "tui": {\n    ¦\n    /* the palette */\n    "theme": "dark"\n  }\n}',
    '{\n  "tui": { "theme": "dark", // the "palette"\n    ¦ /* c */\n  }\n}',
    '{\n  "tui": { "theme": "dark" /* c */ // d\n    ¦\n  }\n}',
    '{ "tui": { /* c */ ¦ } }',
  ])("%j", (text) => {
    const item = ask({ text, format: "jsonc" }).find(({ label }) => label === "alt-screen");
    if (item === undefined) return expect.fail("it is not proposed");
    const plain = text.replace(CURSOR, "");
    expect(isReadable(plain.slice(0, item.span.start) + plainText(item) + plain.slice(item.span.end))).toBe(true);
  });
});

test.each(['{ "tui": { "theme": /* c */ ¦ } }', '{ "tui": { "theme": ¦ /* c */, "alt-screen": "x" } }'])(
  "a value beside a comment: %j",
  (text) => {
    expect(labels({ text, format: "jsonc" })).toEqual(expect.arrayContaining(["dark", "light"]));
  },
);

/** A comment, or nothing, before and behind each token. */
const commented = fc
  .tuple(configArbitrary(), fc.infiniteStream(fc.integer({ min: 0, max: 11 })))
  .map(([config, picks]) =>
    JSON.stringify(config, null, 2).replace(/"(?:[^"\\]|\\.)*"|[{}[\],:]/g, (token) => {
      const comment = [" /* c */ ", " // c\n", ' /* "c": { */ ', ' // "c": [ \n'][picks.next().value ?? 0];
      return comment === undefined ? token : token + comment;
    }),
  );

test("a readable text with comments stays readable with any item", () => {
  let tried = 0;
  const ended = fc.tuple(commented, fc.constantFrom("\n", "\r\n")).map(([text, end]) => text.replaceAll("\n", end));
  fc.assert(
    fc.property(ended, fc.double({ min: 0, max: 1, noNaN: true }), (text, part) => {
      fc.pre(isReadable(text));
      const ends = [...text.matchAll(/[\s"{}[\],:]/g)].map(({ index }) => index + 1);
      const offset = ends[Math.floor(part * ends.length)] ?? 0;
      for (const item of completionsAt({ text, format: "jsonc", shape: configShape, scope: "global" }, offset, KNOWN)) {
        tried += 1;
        const after = text.slice(0, item.span.start) + plainText(item) + text.slice(item.span.end);
        if (!isReadable(after)) expect.fail(`${JSON.stringify(item)}\n${text.slice(0, offset)}¦${text.slice(offset)}`);
      }
    }),
    { numRuns: slowCases(2000) },
  );
  expect(tried).toBeGreaterThan(slowCases(500));
});
