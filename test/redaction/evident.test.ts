/** What evidently is a credential, and what only looks like one. */
import { expect, test } from "vitest";
import { credentialsIn, isHarmless } from "../../src/redaction/evident.js";

test.each([
  ["sk-0123456789abcdefgh", ["sk-0123456789abcdefgh"]],
  ["sk-learn-modeltraining-x", []],
  ["ghp_abcdefghijklmnopqrst", ["ghp_abcdefghijklmnopqrst"]],
  ["ghp_desk-abcdefghijklmnop", ["ghp_desk-abcdefghijklmnop"]],
  ["https://x.example/?q=abc.sk-learn-modeltraining-x", []],
  ["https://x.example/?q=ghp_abcdefghijklmnopqrst", ["ghp_abcdefghijklmnopqrst"]],
  ["https://sk-0123456789abcdefgh@x.example", ["sk-0123456789abcdefgh"]],
  ["https://me@x.example", []],
  ["https://me:@x.example", []],
  ["https://me:x@x.example", ["me:x"]],
  [`https://x.example/?lang=en9&${"y".repeat(200)}`, []],
  ["https://x.example/?api_key=plain", ["plain"]],
  ["Authorization: Bearer abcdefg1", ["abcdefg1"]],
  ["Authorization: Bearer abcdEfgh", ["abcdEfgh"]],
  ["Authorization: Bearer ABCDEFGH", []],
  ["basic operations", []],
])("%s", (text, expected) => {
  expect(credentialsIn(text).map(({ start, end }) => text.slice(start, end))).toEqual(expected);
});

test.each(["", "   ", "true", "FALSE", "yes", "no", "on", "off", "0", "1", "~/x", "./x", "../x", "/etc/x", "C:\\x"])(
  "%j opens nothing",
  (value) => {
    expect(isHarmless(value)).toBe(true);
  },
);

test.each([
  ...["2", "trues", "untrue", "10", "x ", "x~/y", "a./b", ".../x", "x/etc/y", "/etc", "//x/", "/e1/x"],
  ...["xC:\\x", "1:\\x", "C:x", "~x"],
])("%j may open something", (value) => {
  expect(isHarmless(value)).toBe(false);
});
