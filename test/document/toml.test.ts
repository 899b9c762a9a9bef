/** TOML as the tree that imports read: names, values, and the text that each comes from. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { find, toData } from "../../src/toolkit/read/document/node.js";
import { readToml } from "../../src/toolkit/read/document/toml/reader.js";
import { cases } from "../cases.js";

const dataOf = (text: string): unknown => {
  const { root } = readToml(text);
  return root && toData(root);
};

test.each([
  ["", {}],
  [
    'a = 1\nb = "x"\nc = true\nd = 1.5\ne = [1, "y"]\nf = { g = 2 }',
    { a: 1, b: "x", c: true, d: 1.5, e: [1, "y"], f: { g: 2 } },
  ],
  ['[a]\nb = 1\n[a.c]\nd = 2\n["e f"]\n"g.h" = 3', { a: { b: 1, c: { d: 2 } }, "e f": { "g.h": 3 } }],
  ["[[a]]\nb = 1\n[a.c]\nd = 2\n[[a]]\nb = 3", { a: [{ b: 1, c: { d: 2 } }, { b: 3 }] }],
  ["a.b.c = 1\na.b.d = 2", { a: { b: { c: 1, d: 2 } } }],
  ["a = 1979-05-27", { a: "1979-05-27" }],
  ["[empty]", { empty: {} }],
  ["[a]\r\nb = 'c\\d'\r\n", { a: { b: "c\\d" } }],
])("%j", (text, data) => {
  expect(dataOf(text)).toEqual(data);
});

test("values and names have the spans of their text", () => {
  const text = '[servers.docs]\nargs = ["-y", "docs"]\n';
  const { root } = readToml(text);
  const at = root && find(root, ["servers", "docs", "args", 1]);
  expect(at && text.slice(at.node.span.start, at.node.span.end)).toBe('"docs"');
  const key = root && find(root, ["servers", "docs"])?.entry?.keySpan;
  expect(key && text.slice(key.start, key.end)).toBe("docs");
});

test("a reserved name is left out, and said", () => {
  const read = readToml("[a]\n__proto__ = 1\nb = 2");
  expect(dataOf("[a]\n__proto__ = 1\nb = 2")).toEqual({ a: { b: 2 } });
  expect(read.root && read.problems.map(({ kind }) => kind)).toEqual(["reserved-name"]);
});

test.each(["a = ", "[a", "a = 1\na = 2", '"a', "a = [".repeat(20_000)])("%.20s cannot be read", (text) => {
  expect(readToml(text).root).toBeUndefined();
});

test("no text makes it throw", () => {
  const part = fc.constantFrom(
    "[",
    "]",
    "[[",
    "]]",
    "=",
    "a",
    ".",
    '"',
    "'",
    '"""',
    "\n",
    " ",
    "1",
    "{",
    "}",
    ",",
    "#",
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
      expect(readToml(parts.join(""))).toHaveProperty("root");
    }),
    { numRuns: cases(2000) },
  );
});
