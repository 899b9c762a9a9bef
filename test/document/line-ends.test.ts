/** Where a line ends must be the same to all readers, or a comment hides a key (S40). */
import { describe, expect, test } from "vitest";
import { lint } from "../../src/toolkit/lint.js";

const findings = (text: string, format: "yaml" | "json" | "jsonc"): readonly unknown[] =>
  lint({ texts: [{ file: "config", text, format }] }).diagnostics.map(({ rule, severity, range }) => [
    rule,
    severity,
    range.start.offset,
  ]);

const KEY = '"plugins":{}';

describe("JSONC", () => {
  test("a key behind a comment that has ended for some", () => {
    expect(findings(`{"version":3,// n\r${KEY}}`, "jsonc")).toEqual([["syntax/json", "error", 17]]);
    expect(findings(`{"version":3,// n\u2028${KEY}\n}`, "jsonc")).toEqual([["syntax/json", "error", 17]]);
  });

  test.each(["\u0085", "\u2028", "\u2029", "\r"])("%j in a comment", (end) => {
    expect(findings(`{"version":3,/* n${end}*/${KEY}}`, "jsonc")).toEqual([["syntax/json", "error", 17]]);
    expect(findings(`\ufeff{"version":3,// n${end} \n${KEY}}`, "jsonc")).toEqual([["syntax/json", "error", 18]]);
  });

  test("a lone carriage return between values", () => {
    expect(findings(`{"version":3,\r${KEY}}`, "jsonc")).toEqual([["syntax/json", "error", 13]]);
    expect(findings(`{"version":3}\r`, "jsonc")).toEqual([["syntax/json", "error", 13]]);
  });

  test("in strings, and where both marks end a line, they do no harm", () => {
    expect(findings('{"version":3,"plugins":{"a":"\u0085\u2028\u2029"}}', "jsonc")).toEqual([]);
    expect(findings('{\r\n  // n\r\n  /* n\r\n */"version":3\r\n}\r\n', "jsonc")).toEqual([]);
  });
});

test("JSON has no comments, and white space in it is what it is", () => {
  expect(findings(`{"version":3,\r${KEY}}\r`, "json")).toEqual([]);
});

describe("YAML", () => {
  test.each([
    ["in a comment", "version: 3\n# n\rplugins: {}\n", 14],
    ["between entries", "version: 3\rplugins: {}\r", 10],
    ["in a string", 'version: 3\nplugins: { a: "x\ry" }\n', 27],
    ["behind another", "version: 3\n\r\r\nplugins: {}\n", 11],
    ["at the end", "version: 3\r", 10],
  ])("a lone carriage return %s", (_, text, offset) => {
    expect(findings(text, "yaml")).toEqual([["syntax/yaml", "error", offset]]);
  });

  test("with a line feed it ends a line", () => {
    expect(findings("version: 3 # n\r\nplugins: {}\r\n", "yaml")).toEqual([]);
  });
});
