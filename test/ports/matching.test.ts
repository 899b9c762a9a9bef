/** Regular expressions on a thread: lines of texts, and an end whatever it does. */
import { expect, test } from "vitest";
import { compiled } from "../../src/agent/machine/interfaces/matching.js";
import { nodeMatcher } from "../../src/agent/machine/node/matching.js";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

async function lines(source: string, text: string, ignoresCase = false): Promise<readonly string[]> {
  const matcher = nodeMatcher({ source, ignoresCase });
  const [found] = await matcher.match([bytes(text)], 100);
  matcher.end();
  return found?.lines.map((line) => `${line.line} ${line.text}`) ?? [];
}

test.each([
  ["a", "a\nb\nab\n", ["1 a", "3 ab"]],
  ["^b$", "a\r\nb\r\n", ["2 b"]],
  ["$", "a\n\nb", ["1 a", "2 ", "3 b"]],
  ["a\\nb", "a\nb\n", []],
  ["ü", "grün\n", ["1 grün"]],
  ["^.$", "😀\n", ["1 😀"]],
  ["\\-", "a-b\n", ["1 a-b"]],
  ["a", "a\0\n", []],
  ["a", "", []],
  ["(?<=a)b", "ab\n", ["1 ab"]],
])("%j in %j", async (source, text, found) => expect(await lines(source, text)).toEqual(found));

test("upper and lower case", async () => expect(await lines("A", "a\n", true)).toEqual(["1 a"]));

test("several texts, some of which are parts of one buffer, and lines that are counted only", async () => {
  const whole = bytes("xaxax\na\na\na\n");
  const matcher = nodeMatcher({ source: "a", ignoresCase: false });
  const found = await matcher.match([whole.subarray(0, 3), whole.subarray(6), bytes("b")], 2);
  matcher.end();
  expect(found.map(({ count, lines: shown }) => [count, shown.length])).toEqual([
    [1, 1],
    [3, 2],
    [0, 0],
  ]);
});

test("what runs is ended, and nothing runs after the end", async () => {
  const matcher = nodeMatcher({ source: "^(a+)+$", ignoresCase: false });
  const running = matcher.match([bytes(`${"a".repeat(60)}!`)], 1);
  matcher.end();
  await expect(running).rejects.toThrow("ended");
  await expect(matcher.match([bytes("a")], 1)).rejects.toThrow("ended");
});

test.each(["(", "[", "a{2,1}", "*", "(?<n>a)(?<n>b)"])("%s is no expression", (source) =>
  expect(compiled({ source, ignoresCase: false })).toBeUndefined(),
);
