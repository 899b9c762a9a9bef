/** Lines: the same however their bytes are cut, one on each request, and never longer than the limit. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type LineOptions, LineReader } from "../../src/agent/wire/protocol/line-reader.js";
import { cases } from "../cases.js";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function allOf(lines: LineReader): readonly string[] {
  const texts: string[] = [];
  for (let line = lines.next(); line !== undefined; line = lines.next()) texts.push(line);
  return texts;
}

/** The lines of bytes that come in pieces which end at these places. */
function inPieces(options: LineOptions, whole: Uint8Array, ends: readonly number[]): readonly string[] {
  const lines = new LineReader(options);
  const places = [0, ...ends.map((end) => end % (whole.length + 1)).sort((a, b) => a - b), whole.length];
  return places.slice(1).flatMap((end, index) => {
    lines.push(whole.subarray(places[index], end));
    return allOf(lines);
  });
}

test.each<[string, LineOptions, string, readonly string[]]>([
  ["feeds", {}, "a\n\nb\n", ["a", "", "b"]],
  ["an end that has not come", {}, "a\nb", ["a"]],
  ["a return is a character of its line", {}, "a\r\nb\rc\n", ["a\r", "b\rc"]],
  ["returns", { returns: true }, "a\rb\r\nc\n\rd\r\r\n", ["a", "b", "c", "", "d", ""]],
  ["a mark in front of the first line alone", {}, "\uFEFFa\n\uFEFFb\n", ["a", "\uFEFFb"]],
  ["characters of several bytes", {}, "é😀\n€\n", ["é😀", "€"]],
])("%s", (_, options, text, lines) => {
  const whole = bytes(text);
  for (let end = 0; end <= whole.length; end += 1) expect(inPieces(options, whole, [end])).toEqual(lines);
});

test("any bytes in any pieces are the lines of their text", () => {
  const piece = fc.constantFrom("\r", "\n", "\r\n", "a", "bc", "é", "😀", "x".repeat(5000));
  const stream = fc.oneof(
    fc.uint8Array({ maxLength: 60 }),
    fc.array(piece).map((all) => bytes(all.join(""))),
  );
  const property = fc.property(stream, fc.array(fc.nat()), fc.boolean(), (whole, ends, returns) => {
    const text = new TextDecoder().decode(whole);
    const lines = text.split(returns ? /\r\n|\r|\n/ : "\n").slice(0, -1);
    expect(inPieces({ returns }, whole, ends)).toEqual(lines);
  });
  fc.assert(property, { numRuns: cases(4000) });
});

test("the bytes of a line are those that came, valid UTF-8 or not", () => {
  const lines = new LineReader();
  lines.push(Uint8Array.of(0xff, 0xe2, 10, 1));
  expect(lines.nextBytes()).toEqual(Uint8Array.of(0xff, 0xe2));
  lines.push(Uint8Array.of(2, 10));
  expect(lines.nextBytes()).toEqual(Uint8Array.of(1, 2));
  expect(lines.nextBytes()).toBeUndefined();
});

describe("a limit", () => {
  test("takes a line of its length in bytes, and no longer one", () => {
    const lines = new LineReader({ limit: 4 });
    lines.push(bytes("é12\nabcd\r\n"));
    expect(lines.next()).toBe("é12");
    expect(lines.next()).toBeUndefined();
    expect(lines.isTooLong).toBe(true);
  });

  test("holds for a line that never ends, and nothing is read after it", () => {
    const lines = new LineReader({ limit: 5000 });
    lines.push(bytes(`${"x".repeat(5000)}\n`));
    expect(lines.next()).toHaveLength(5000);
    for (let sent = 0; sent < 5001; sent += 1) lines.push(bytes("x"));
    expect(lines.next()).toBeUndefined();
    expect(lines.isTooLong).toBe(true);
    lines.push(bytes("\nshort\n"));
    expect(lines.next()).toBeUndefined();
  });
});

test("a caller can rest between two lines of one piece", () => {
  const lines = new LineReader();
  lines.push(bytes("a\nb\n"));
  expect(lines.next()).toBe("a");
  lines.push(bytes("c\n"));
  expect(allOf(lines)).toEqual(["b", "c"]);
});
