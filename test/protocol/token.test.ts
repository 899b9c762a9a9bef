/** Tokens: what was issued is read back, and nothing else is. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Claims, TokenCodec, tagOf } from "../../src/agent/wire/protocol/token.js";
import { limits } from "../../src/generated/protocol/tables.js";
import { CHARACTER } from "../arbitrary/character.js";
import { cases } from "../cases.js";

const codec = new TokenCodec(new Uint8Array(32).fill(7));
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

const numbers = fc.oneof(fc.integer({ min: 0, max: 2 ** 48 - 1 }), fc.constantFrom(0, 1, 2 ** 32, 2 ** 48 - 1));
const claims: fc.Arbitrary<Claims> = fc.record({
  kind: fc.constantFrom(
    "sync_cursor",
    "history_checkpoint",
    "history_page",
    "operation_window",
    "fleet_cursor",
    "fleet_snapshot",
    "fleet_page",
  ),
  stream: fc.string().map(tagOf),
  epoch: fc.string().map(tagOf),
  position: numbers,
  extra: numbers,
});
const example: Claims = { kind: "sync_cursor", stream: tagOf("s"), epoch: tagOf("e"), position: 258, extra: 0 };

test("C060 a token is 46 characters of base64url and says what it was made of", () => {
  fc.assert(
    fc.property(claims, (issued) => {
      const text = codec.encode(issued);
      expect(text).toMatch(/^[\w-]+$/);
      expect(text).toHaveLength(limits.tokenCharacters);
      expect(codec.decode(text)).toEqual(issued);
      expect(codec.encode(issued)).toBe(text);
    }),
    { numRuns: cases(1000) },
  );
});

test("C060 other claims have another token", () => {
  fc.assert(
    fc.property(claims, claims, (one, other) => {
      fc.pre(JSON.stringify(one) !== JSON.stringify(other));
      expect(codec.encode(one)).not.toBe(codec.encode(other));
    }),
    { numRuns: cases(1000) },
  );
});

test("C060 whichever character is replaced, by whichever other one, it is no token", () => {
  const text = codec.encode(example);
  const altered = [...text].flatMap((was, place) =>
    [...ALPHABET, "+", "/", "=", " ", "\n", "é", "\0"]
      .filter((other) => other !== was)
      .map((other) => text.slice(0, place) + other + text.slice(place + 1)),
  );
  expect(altered.length).toBeGreaterThan(46 * 63);
  expect(altered.filter((other) => codec.decode(other) !== undefined)).toEqual([]);
});

test("C060 every other spelling of the same bytes is no token", () => {
  fc.assert(
    fc.property(claims, fc.nat({ max: 46 }), fc.constantFrom(" ", "=", "\n", "\t", "."), (issued, place, filler) => {
      const text = codec.encode(issued);
      const last = ALPHABET.indexOf(text.slice(-1));
      // 34 bytes leave 4 bits of the last character spare.
      const spare = Array.from({ length: 15 }, (_, bits) => text.slice(0, -1) + ALPHABET.charAt(last ^ (bits + 1)));
      const others = [
        ...spare,
        `${text}=`,
        `${text}==`,
        text.slice(0, place) + filler + text.slice(place),
        ...[text.replaceAll("-", "+").replaceAll("_", "/"), encodeURIComponent(`${text}=`)].filter((it) => it !== text),
      ];
      expect(others.filter((other) => codec.decode(other) !== undefined)).toEqual([]);
    }),
    { numRuns: cases(500) },
  );
});

test("C060 text of any length and kind is no token", () => {
  const made = fc.oneof(
    fc.string({ unit: CHARACTER, maxLength: 60 }),
    fc.string({ unit: fc.constantFrom(...ALPHABET), minLength: 40, maxLength: 50 }),
  );
  fc.assert(
    fc.property(made, (text) => {
      expect(codec.decode(text)).toBeUndefined();
    }),
    { numRuns: cases(1000) },
  );
  const text = codec.encode(example);
  for (const part of ["", text.slice(1), text.slice(0, -1), text + text, `A${text}`, `${text}A`]) {
    expect(codec.decode(part)).toBeUndefined();
  }
});

test("C060 what another installation signed is no token", () => {
  const other = new TokenCodec(new Uint8Array(32).fill(8));
  expect(codec.decode(other.encode(example))).toBeUndefined();
});

test("C060 numbers that no token can hold are refused, not cut", () => {
  for (const wrong of [-1, 2 ** 48, 1.5, Number.NaN]) {
    expect(() => codec.encode({ ...example, position: wrong })).toThrow(RangeError);
    expect(() => codec.encode({ ...example, extra: wrong })).toThrow(RangeError);
  }
});
