import { expect, test } from "vitest";
import { shellWord } from "../../src/text/shell.js";

test.each([
  ["a/b.c:d@e%f+g=h,i-j_k", "a/b.c:d@e%f+g=h,i-j_k"],
  ["two words", "'two words'"],
  ["", "''"],
  ["it's", "'it'\\''s'"],
  ["$(id)", "'$(id)'"],
  ["a;b", "'a;b'"],
  ["~", "'~'"],
  ["*", "'*'"],
])("%j is the word %s", (word, quoted) => {
  expect(shellWord(word)).toBe(quoted);
});
