/** Parameters of a query. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { readQuery } from "../../src/agent/wire/server/answer.js";
import { cases } from "../cases.js";

const KNOWN = ["after", "page"] as const;

test.each([
  ["", {}],
  ["after=abc", { after: "abc" }],
  ["after=", { after: "" }],
  ["after", { after: "" }],
  ["after=a=b", { after: "a=b" }],
  ["after=a+b%20c", { after: "a b c" }],
  ["&&page=2&after=1&", { page: "2", after: "1" }],
  ["%61fter=1", { after: "1" }],
  ["other=%zz&other=1&other=2&%=3&after=1", { after: "1" }],
  ["toString=1&__proto__=2", {}],
  ["After=1", {}],
])("%s", (query, values) => {
  expect(readQuery(query, KNOWN)).toEqual({ kind: "query", values });
});

test.each([
  ["after=1&after=1", "after"],
  ["after=1&%61fter=2", "after"],
  ["page=&page", "page"],
  ["after=%", "after"],
  ["after=%zz", "after"],
  ["after=%ff", "after"],
  ["after=%ED%A0%80", "after"],
])("C060 %s is refused", (query, parameter) => {
  expect(readQuery(query, KNOWN)).toEqual({ kind: "refused", parameter });
});

test("whatever is encoded comes back", () => {
  const text = fc.string({ unit: "grapheme" });
  const property = fc.property(text, text, (after, page) => {
    const query = new URLSearchParams({ after, more: page, page }).toString();
    expect(readQuery(query, KNOWN)).toEqual({ kind: "query", values: { after, page } });
  });
  fc.assert(property, { numRuns: cases(1000) });
});
