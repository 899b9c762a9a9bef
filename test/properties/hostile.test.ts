/** Whatever the input, lint answers with a sound report. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { lint } from "../../src/lint.js";
import { almostConfigArbitrary, formatArbitrary, soupArbitrary } from "./garbled.js";
import { mutationArbitrary } from "./mutation.js";
import { expectSound } from "./report.js";
import { spellingArbitrary } from "./spelling.js";

test("any text gives a sound report", () => {
  fc.assert(
    fc.property(soupArbitrary, formatArbitrary, (text, format) => {
      expectSound(lint({ texts: [{ file: "config", text, format }] }));
    }),
    { numRuns: 4000 },
  );
});

test("any bytes give a sound report", () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 60 }),
    fc
      .tuple(soupArbitrary, fc.uint8Array({ maxLength: 3 }), soupArbitrary)
      .map(([before, middle, after]) => Buffer.concat([Buffer.from(before), middle, Buffer.from(after)])),
  );
  fc.assert(
    fc.property(bytes, formatArbitrary, (text, format) => {
      expectSound(lint({ texts: [{ file: "config", text, format }] }));
    }),
    { numRuns: 2000 },
  );
});

test("a configuration with mistakes gives a sound report", () => {
  fc.assert(
    fc.property(
      mutationArbitrary().chain(({ config }) => spellingArbitrary(config)),
      (spelling) => expectSound(lint({ texts: [{ file: "config", ...spelling }] })),
    ),
    { numRuns: 1000 },
  );
});

test("a garbled configuration gives a sound report", () => {
  fc.assert(
    fc.property(almostConfigArbitrary, (spelling) => expectSound(lint({ texts: [{ file: "config", ...spelling }] }))),
    { numRuns: 3000 },
  );
});

test("no invisible character is shown as it is", () => {
  const all = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code));
  const invisible = all.filter((character) =>
    /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\p{Cs}]/u.test(character),
  );
  for (const character of invisible) {
    expectSound(lint({ texts: [{ file: "config", format: "json", text: JSON.stringify({ [character]: 1 }) }] }));
  }
  expect(invisible.length).toBeGreaterThan(4000);
});
