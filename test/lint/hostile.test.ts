/** Whatever the input, lint answers with a sound report. */
import { isUtf8 } from "node:buffer";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type LintText, lint } from "../../src/toolkit/lint.js";
import { FORMAT_NAMES } from "../../src/toolkit/read/document/formats.js";
import { almostConfigArbitrary, formatArbitrary, scopeArbitrary, soupArbitrary } from "../arbitrary/garbled.js";
import { mutationArbitrary } from "../arbitrary/mutation.js";
import { type Spelling, spellingArbitrary } from "../arbitrary/spelling.js";
import { slowCases, some } from "../cases.js";
import { expectSound } from "../report/sound.js";

const soup: fc.Arbitrary<Spelling> = fc.record({ text: soupArbitrary, format: formatArbitrary });

const mistaken = mutationArbitrary().chain(({ config }) => spellingArbitrary(config));

const expectSoundTexts = (...texts: readonly Omit<LintText, "file">[]): void =>
  expectSound(lint({ texts: texts.map((text, index) => ({ file: `config${index}`, ...text })) }));

test("any text gives a sound report", () => {
  fc.assert(
    fc.property(soup, scopeArbitrary, (spelling, as) => expectSoundTexts({ ...spelling, as })),
    {
      numRuns: slowCases(3000),
      examples: [
        [{ text: "/*", format: "jsonc" }, "global"],
        [{ text: "{'a'?", format: "yaml" }, "global"],
      ],
    },
  );
});

const bytesArbitrary = fc.oneof(
  fc.uint8Array({ maxLength: 60 }),
  fc
    .tuple(soupArbitrary, fc.uint8Array({ maxLength: 3 }), soupArbitrary)
    .map(([before, middle, after]) => Buffer.concat([Buffer.from(before), middle, Buffer.from(after)])),
);

test("any bytes give a sound report", () => {
  fc.assert(
    fc.property(bytesArbitrary, formatArbitrary, (text, format) => expectSoundTexts({ text, format })),
    { numRuns: slowCases(1500) },
  );
});

test("what is not UTF-8 is reported where it stops to be", () => {
  fc.assert(
    fc.property(
      bytesArbitrary.filter((bytes) => !isUtf8(bytes)),
      (text) => {
        const prefixes = Array.from(text, (_, length) => text.subarray(0, length));
        const valid = prefixes.findLast((prefix) => isUtf8(prefix));
        const { length } = new TextDecoder("utf-8", { ignoreBOM: true }).decode(valid);
        const { diagnostics } = lint({ texts: [{ file: "config", text }] });
        expect(diagnostics).toMatchObject([{ rule: "syntax/encoding", range: { start: { offset: length } } }]);
      },
    ),
    { numRuns: slowCases(1500), examples: [[new Uint8Array([0xef])]] },
  );
});

test("a configuration with a mistake gives a sound report", () => {
  fc.assert(
    fc.property(mistaken, scopeArbitrary, (spelling, as) => expectSoundTexts({ ...spelling, as })),
    { numRuns: slowCases(500) },
  );
});

test("a garbled configuration gives a sound report", () => {
  fc.assert(
    fc.property(almostConfigArbitrary, scopeArbitrary, (spelling, as) => expectSoundTexts({ ...spelling, as })),
    { numRuns: slowCases(1000) },
  );
});

test("two layers together give a sound report", () => {
  const layer = fc.oneof(mistaken, almostConfigArbitrary);
  fc.assert(
    fc.property(layer, layer, (global, project) =>
      expectSoundTexts({ ...global, as: "global" }, { ...project, as: "project" }),
    ),
    { numRuns: slowCases(500) },
  );
});

test("half a character is reported, not replaced", () => {
  for (const format of FORMAT_NAMES) {
    const { diagnostics } = lint({ texts: [{ file: "config", text: '{"plugins":{"a":"\ud800"}}', format }] });
    expect(diagnostics.map(({ rule }) => rule)).toContain("syntax/encoding");
  }
});

test("no invisible character is shown as it is", () => {
  const all = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code));
  const invisible = all.filter((character) =>
    /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\p{Cs}]/u.test(character),
  );
  const starts = Array.from({ length: Math.ceil(invisible.length / 100) }, (_, index) => 100 * index);
  for (const start of some(starts)) {
    const keys = invisible.slice(start, start + 100).map((character) => [character, 1]);
    expectSoundTexts({ text: JSON.stringify(Object.fromEntries(keys)), format: "json" });
  }
  expect(invisible.length).toBeGreaterThan(4000);
});
