/** Words that a configuration declares secret: found in any spelling, however many there are. */
import { expect, test } from "vitest";
import { lint } from "../../src/toolkit/lint.js";
import { redacted } from "../../src/toolkit/mean/redaction/cover.js";
import { secretWords } from "../../src/toolkit/mean/redaction/words.js";
import { parse } from "../../src/toolkit/read/document/parse.js";

const declaring = (...words: readonly string[]) =>
  secretWords([parse({ file: "config", text: JSON.stringify({ permissions: { secret_words: words } }) }, "json")]);

const without = (text: string, ...words: readonly string[]): string =>
  redacted(text, declaring(...words).spansIn(text));

test.each([
  ["a hunter22 b", ["hunter22"], "a <redacted> b"],
  ["xhunter22hunter22y", ["hunter22"], "x<redacted>y"],
  ["abcdefgh", ["abcd", "cdefg"], "<redacted>h"],
  ["correct\n   horse", ["correct horse"], "<redacted>"],
  ["correct horse", ["correct\nhorse"], "<redacted>"],
  ["a\\nb or more", ["a\nb or"], "<redacted> more"],
  ["the (first.*) one", ["(first.*)"], "the <redacted> one"],
  ["Hunter22 hunter2 hunter", ["hunter22"], "Hunter22 hunter2 hunter"],
  ["abc abc", ["abc"], "abc abc"],
  [`<${"x-".repeat(40)}>`, ["x-".repeat(40)], "<<redacted>>"],
  ["", ["hunter22"], ""],
])("in %j of %j", (text, words, expected) => {
  expect(without(text, ...words)).toBe(expected);
});

test("a long word is found whole, and its end does not give it away", () => {
  const word = Array.from({ length: 200 }, (_, index) => `w${index}`).join("");
  expect(without(`a ${word} b`, word)).toBe("a <redacted> b");
  expect(without("a w198w199 b", word)).toBe("a w198w199 b");
});

const found = (words: readonly string[], format: "json" | "yaml" = "json") =>
  lint({
    texts: [{ file: "config", format, text: JSON.stringify({ version: 3, permissions: { secret_words: words } }) }],
  })
    .diagnostics.filter(({ rule }) => rule === "syntax/limit")
    .map(({ path }) => path);

test("a word of 4 KiB is searched for, a longer one is not, and that is said", () => {
  expect(found(["x".repeat(4096), "é".repeat(2048)])).toEqual([]);
  expect(found(["x".repeat(4096), "x".repeat(4097), "é".repeat(2049), "short"])).toEqual([
    "/permissions/secret_words/1",
    "/permissions/secret_words/2",
  ]);
});

test("10,000 words are searched for, and of more the first is named that is not", () => {
  const words = Array.from({ length: 10_001 }, (_, index) => `word${index}`);
  expect(found(words.slice(1))).toEqual([]);
  expect(found(words)).toEqual(["/permissions/secret_words/10000"]);
  expect(without("word0 word9999 word10000", ...words)).toBe("<redacted> <redacted> <redacted>0");
});

// Words of both layers were one regular expression, and the message of the exception quoted them.
test.each([
  ["33 kB", "x".repeat(33_000)],
  ["17 kB of words", "ab ".repeat(5700)],
])("a word of %s throws nothing, and the words of the user are not shown", (_, word) => {
  const result = lint({
    texts: [
      {
        file: "user",
        as: "global",
        text: "version: 3\npermissions: { secret_words: [hunter22] }\nplugins: { a: hunter22 }\n",
      },
      {
        file: "theirs",
        as: "project",
        format: "json",
        text: JSON.stringify({ permissions: { secret_words: [word] }, providers: { a: {} } }),
      },
    ],
  });
  expect(result.diagnostics.map(({ rule }) => rule)).toContain("syntax/limit");
  expect(JSON.stringify(result.diagnostics)).not.toContain("hunter22");
});

test("a single word in place of the list is in no fix", () => {
  const { diagnostics } = lint({ texts: [{ file: "x.yaml", text: "permissions: { secret_words: correcthorse }\n" }] });
  expect(diagnostics.map(({ rule }) => rule)).toContain("schema/wrong-type");
  expect(JSON.stringify(diagnostics)).not.toContain("correcthorse");
});
