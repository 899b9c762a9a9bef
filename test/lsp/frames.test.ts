/** Messages in a stream of bytes, however it is cut, and what a broken header costs. */
import { expect, test } from "vitest";
import { Frames } from "../../src/lsp/frames.js";

const frame = (body: string): string => `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

/** The bodies in a text, cut into pieces of a length. */
function bodies(text: string, length = Number.POSITIVE_INFINITY): readonly string[] {
  const bytes = Buffer.from(text);
  const frames = new Frames();
  const found: string[] = [];
  for (let at = 0; at < bytes.length; at += length)
    for (const body of frames.take(bytes.subarray(at, at + length))) found.push(Buffer.from(body).toString());
  return found;
}

const LONG = `"${"é\r\n\r\n".repeat(2000)}"`;

test.each([1, 2, 3, 5, 16, 17, 40, 1000, Number.POSITIVE_INFINITY])("pieces of %s bytes", (length) => {
  const all = ["{}", '"é😀"', "", LONG, '"Content-Length: 5\\r\\n\\r\\n"', "[1]"];
  expect(bodies(all.map(frame).join(""), length)).toEqual(all);
});

test.each([
  ["other headers", "Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: 2\r\n\r\n[]"],
  ["another header with these words", "Content-Length: 2\r\nX-Content-Length: 7\r\n\r\n[]"],
  ["a name in small letters, and blanks", "content-length \t:  2 \r\n\r\n[]"],
  ["no blank", "Content-Length:2\r\n\r\n[]"],
])("a header with %s", (_, text) => {
  expect(bodies(text + frame("{}"))).toEqual(["[]", "{}"]);
});

const BROKEN = [
  "garbage\r\n\r\n",
  "\r\n\r\n",
  "Content-Type: x\r\n\r\n",
  "Content-Length: -5\r\n\r\n",
  "Content-Length: many\r\n\r\n",
  "Content-Length: 1e9\r\n\r\n",
  "Content-Length: 5 bytes\r\n\r\n",
  "Content-Length: \r\n\r\n",
  "Content-Length: 999999999999999999999\r\n\r\n",
  `Content-Length: ${2 ** 31}\r\n\r\n`,
  'Content-Length: -5\r\n\r\n{"id":1}',
  'Content-Length: 99999999999\r\n\r\n{"id":1}\r\n',
  "garbage",
  "x".repeat(100_000),
  '{"id":1}\n\n',
];

test.each(BROKEN)("%j costs no other message", (broken) => {
  for (const length of [1, 7, Number.POSITIVE_INFINITY])
    expect(bodies(`${frame("{}")}${broken}${frame("[1]")}${frame("[2]")}`, length)).toEqual(["{}", "[1]", "[2]"]);
});

test("a body of no length is one", () => {
  expect(bodies(`Content-Length: 0\r\n\r\n${frame("[1]")}`)).toEqual(["", "[1]"]);
});

test("bytes without a header are not kept", () => {
  const frames = new Frames();
  const piece = new Uint8Array(1000).fill(120);
  for (let count = 0; count < 1000; count += 1) expect([...frames.take(piece)]).toEqual([]);
  expect(frames.size).toBeLessThan(20_000);
});
