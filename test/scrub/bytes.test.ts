/** Attachments: what is text is scrubbed, whatever its media type says (P-S46, P-S66). */
import fc from "fast-check";
import { expect, test } from "vitest";
import { CHARACTER } from "../arbitrary/character.js";
import { cases } from "../cases.js";
import { scrubberOf, slowlyScrubbed } from "./oracle.js";
import { textArbitrary } from "./texts.js";

const SECRETS = ["s3cret-é"];
const scrubber = scrubberOf(...SECRETS);
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test.each([
  ["with a secret", "a s3cret-é b", "a [redacted] b"],
  ["with a mark at its beginning", "\ufeffs3cret-é", "\ufeff[redacted]"],
  ["empty", "", ""],
  ["of other characters", "日本 🔑 é\r\n\x7f", "日本 🔑 é\r\n\x7f"],
])("C245 text %s", (_, text, expected) => {
  expect(scrubber.scrubBytes(bytes(text))).toEqual({ bytes: bytes(expected), scrubbed: true });
});

test.each([
  ["a NUL", [...bytes("s3cret-é"), 0]],
  ["a byte that UTF-8 has not", [...bytes("s3cret-é"), 0xff]],
  ["a character that is cut", [...bytes("s3cret-é s3cret-"), 0xc3]],
  ["a surrogate", [...bytes("s3cret-é"), 0xed, 0xa0, 0x80]],
  ["an overlong form", [...bytes("s3cret-é"), 0xc0, 0xaf]],
])("C245 with %s it is no text, and stays", (_, all) => {
  const given = Uint8Array.from(all);
  const result = scrubber.scrubBytes(given);
  expect(result).toEqual({ bytes: Uint8Array.from(all), scrubbed: false });
  expect(result.bytes).toBe(given);
});

test("C249 P without a secret the bytes are the same", () => {
  fc.assert(
    fc.property(fc.string({ unit: CHARACTER }), (text) => {
      const given = bytes(text);
      const { bytes: kept, scrubbed } = scrubber.scrubBytes(given);
      expect(kept).toBe(given);
      expect(scrubbed).toBe(!text.includes("\0"));
    }),
    { numRuns: cases(2000) },
  );
});

test("C245 P as the text in them", () => {
  fc.assert(
    fc.property(textArbitrary(SECRETS), (text) => {
      const whole = text.toWellFormed();
      const { bytes: kept } = scrubber.scrubBytes(bytes(whole));
      expect(new TextDecoder("utf-8", { ignoreBOM: true }).decode(kept)).toBe(slowlyScrubbed(whole, SECRETS));
    }),
    { numRuns: cases(2000) },
  );
});
