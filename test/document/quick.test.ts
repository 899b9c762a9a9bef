/** The quick reader of YAML against the general one: the same tree, spans and problems, or it declines. MUTANTS=1000000 tries longer. */
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toData } from "../../src/toolkit/read/document/node.js";
import { readGeneral } from "../../src/toolkit/read/document/yaml/general.js";
import { readQuick } from "../../src/toolkit/read/document/yaml/quick/reader.js";
import { configArbitrary } from "../arbitrary/config.js";
import { yamlArbitrary } from "../arbitrary/spelling.js";
import { cases } from "../cases.js";
import { mutant, randomOf, yamlTexts } from "./mutants.js";

const texts = yamlTexts();

/** A comment that is less deep than the plain text below it. */
const DISPUTED = /(?:^|[ \n])(?:-|[^\n]*:)(?: [ #][^\n]*)?\n(?: *\n)*( *)#[^\n]*\n(?: *(?:#[^\n]*)?\n)*\1 /;

/** Whether it made the same of a text; undefined where it declined. */
function agrees(text: string): boolean | undefined {
  const quick = readQuick(text);
  return quick && isDeepStrictEqual({ ...quick }, { ...readGeneral(text) });
}

test("every text of the fixtures and pages, and most of them are accepted", () => {
  const verdicts = texts.map((text) => [text, agrees(text)] as const);
  expect(verdicts.filter(([, verdict]) => verdict === false)).toEqual([]);
  const usual = texts.filter((text) => /^version: 3$/m.test(text) && readGeneral(text).problems.length === 0);
  expect(usual.length).toBeGreaterThan(100);
  expect(usual.filter((text) => readQuick(text) !== undefined).length / usual.length).toBeGreaterThan(0.9);
});

test("mutants of them", () => {
  const random = randomOf(20_261_122);
  let accepted = 0;
  const count = Number(process.env["MUTANTS"] ?? cases(30_000));
  for (let left = count; left > 0; left -= 1) {
    const text = mutant(texts, random);
    const verdict = agrees(text);
    if (verdict === false && !DISPUTED.test(text)) expect.fail(JSON.stringify(text));
    if (verdict) accepted += 1;
  }
  expect(accepted).toBeGreaterThan(count / 4);
});

describe("a name and a text on a line of their own, beside every line that may change them", () => {
  const behind = [
    "",
    " b",
    "  b",
    " b ",
    " b c",
    " b: c",
    " b #c",
    " b#c",
    " b:c",
    " 1",
    " true",
    " - b",
    " -b",
    " b\r",
    " 'b'",
    " ''",
    " #",
  ];
  const below = [
    "",
    "\n",
    "\n\n",
    "\n#c",
    "\n  #c",
    "\n    c",
    "\n  c",
    "\n c",
    "\nc",
    "\n  - c",
    "\n---",
    "\n...",
    "\n- c",
    "\n\r\n",
  ];
  const last = ["", "\n", "\n  d: e", "\n  d: e\n", "\nd: e\n", "\n    d: e\n", "\n\n    d\n  e: f\n"];
  /** With names that are read here, and names that are left to the general reader. */
  test.each([
    ...["a", "a b", "_-a", "a1", "1a", `a${"b".repeat(99)}`].map((name) => [name, true] as const),
    ...["true", "null", "<<", "b".repeat(1001)].map((name) => [name, false] as const),
  ])("%s", (name, isRead) => {
    const made = behind.flatMap((text) =>
      below.flatMap((line) => last.map((end) => `r:\n  ${name}:${text}${line}${end}`)),
    );
    expect(made.filter((text) => agrees(text) === false && !DISPUTED.test(text))).toEqual([]);
    expect(made.filter((text) => agrees(text) === true).length > made.length / 10).toBe(isRead);
  });
});

test("configurations in every spelling", () => {
  fc.assert(
    fc.property(configArbitrary().chain(yamlArbitrary), ({ text }) => agrees(text) !== false),
    { numRuns: cases(1000) },
  );
});

describe("stays on it", () => {
  test.each([
    ["equal keys", "a: 1\na: 2\n"],
    ["a reserved name", "__proto__: 1\n"],
    ["what the schema does not know", "verson: 3\nmodels: [1]\n"],
    ["nothing", "# c\n\n"],
    ["a comment at the beginning of a line in brackets", "a: {\n  b: 1\n# c\n  }\n"],
    ["nothing behind a mark", "\ufeff---\n"],
    ["a list", "- a\n- b: 1\n"],
  ])("%s", (_, text) => {
    expect(agrees(text)).toBe(true);
  });
});

/**
 * Comments between an indicator and its value may have any indentation: YAML 1.2.2, `s-l-comments` (6.7) in `s-separate-lines` (6.7) in
 * `s-l+flow-in-block` (8.2.3). The package `yaml` 2.9 takes the end of such a value for another one, or adds the lines below to it.
 */
describe("reads a plain value below a comment as the specification says", () => {
  test.each([
    ["a:\n#c\n 3\nb: 3\n", { a: 3, b: 3 }],
    ["a: # d\n\n#c\n\n  x\n  y\nb: 3\n", { a: "x y", b: 3 }],
    ["a:\n  b:\n #c\n   3\n  c: 4\n", { a: { b: 3, c: 4 } }],
    ["a:\n  -\n#c\n   3\n  - 4\n", { a: [3, 4] }],
  ])("%j", (text, expected) => {
    const root = readQuick(text)?.root;
    expect(root && toData(root)).toEqual(expected);
    expect(agrees(text)).toBe(false);
    expect(text).toMatch(DISPUTED);
  });

  test.each(["a:\n #c\n 3\nb: 3\n", "a:\n#c\n x: 1\nb: 3\n", "a:\n#c\n 'x'\nb: 3\n"])(
    "as the package does in %j",
    (text) => {
      expect(agrees(text)).toBe(true);
    },
  );
});

describe("declines", () => {
  test.each([
    ["anchors and aliases", "a: &x 1\nb: *x\n"],
    ["tags", "a: !!str 1\n"],
    ["a merge key", "a: 1\n<<: { b: 1 }\n"],
    ["a directive", "%YAML 1.2\n---\na: 1\n"],
    ["two documents", "a: 1\n---\nb: 2\n"],
    ["a key that is a number", "1: a\n"],
    ["a tab", "a:\t1\n"],
    ["a mistake", "a: b: c\n"],
    ["one value", "a\n"],
    ["more than it can nest", `${Array.from({ length: 70 }, (_, n) => `${" ".repeat(n)}a:\n`).join("")}`],
    ["a return alone", "a: 1\rb: 2\n"],
    ["blanks behind a byte order mark", "\ufeff a: x\n b: y\n"],
    ["a character that is half of one", 'a: "\\ud800"\n'],
  ])("%s", (_, text) => {
    expect(readQuick(text)).toBeUndefined();
  });
});
