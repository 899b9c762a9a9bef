/** A text that was changed inside an entry has the tree that reading the whole of it gives. MUTANTS=1000000 tries longer. */
import { expect, test } from "vitest";
import type { ParseResult } from "../../src/toolkit/read/document/builder.js";
import { readYaml } from "../../src/toolkit/read/document/yaml/reader.js";
import { spliced } from "../../src/toolkit/read/document/yaml/spliced.js";
import { cases } from "../cases.js";
import { edited, mutant, randomOf, TYPED, yamlTexts } from "./mutants.js";

/** With the order of keys. */
function shown(result: ParseResult): string {
  return JSON.stringify(result, (_, value) => (value instanceof Map ? [...value] : value));
}

/** Undefined where the whole text is read. */
function after(old: string, text: string): ParseResult | undefined {
  const { root, problems, leftOut } = readYaml(old);
  const isSound = root?.kind === "mapping" && problems.length === 0 && leftOut.length === 0;
  return isSound ? spliced({ text: old, root }, text) : undefined;
}

function expectSame(old: string, text: string): boolean {
  const found = after(old, text);
  if (found !== undefined)
    expect({ old, text, tree: shown(found) }).toEqual({ old, text, tree: shown(readYaml(text)) });
  return found !== undefined;
}

const ENTRIES = [
  "  big:\n    class: full\n    context_window: 5\n",
  "  small: {class: full, tags: [a, b]}\n",
  "  text: |\n    Text: with {braces and \"quotes\n    it's\n\n",
  "  folded: >-\n    folded\n    - x\n",
  '  args:\n    - -y\n    - "a: b"\n    - c: d\n      e: 007\n',
  "  long: plain text\n    that goes on\n\n    and on\n",
  "  empty:\n",
  "  note: # only a comment\n    y: 1\n  # below\n",
  "  quoted: 'a:\n\n    ] b'\n",
  "\n# at the left\n  number: 12 # c\n\n",
  "  'key': ~\n",
];

const MORE = [
  ...TYPED,
  ...[
    "\n  na: 1\n",
    "\nname: x\n",
    "\n    na: 2\n",
    ": ",
    "\t",
    "\r",
    "x",
    "12",
    "<<: {a: 1}\n",
    "__proto__: 1\n",
    "s: 1\n",
  ],
  ...["\ns: 1\n", "big: ", "\u2028", "\ufeff", "\ud800", "é", "  ", "    "],
];

test("something typed or taken out anywhere in sections of every kind", () => {
  const random = randomOf(11);
  const pick = (from: readonly string[]): string => from[random(from.length)] ?? "";
  const entries = (): string => Array.from({ length: 1 + random(4) }, () => pick(ENTRIES)).join("");
  const count = Number(process.env["MUTANTS"] ?? cases(60_000));
  let found = 0;
  for (let left = count; left > 0; left -= 1) {
    let old = `version: 3\nmodels:\n${entries()}${random(2) === 0 ? `other: # c\n${entries()}` : ""}${random(2) === 0 ? "tui: {theme: dark}\n" : ""}`;
    if (random(10) === 0) old = old.replaceAll("\n", "\r\n");
    if (random(10) === 0) old = `\ufeff${old}`;
    if (random(10) === 0) old = old.trimEnd();
    let text = old;
    for (let edits = 1 + random(2); edits > 0; edits -= 1) text = edited(text, MORE, random);
    if (expectSame(old, text)) found += 1;
  }
  expect(found).toBeGreaterThan(count / 20);
});

test("something typed or taken out anywhere in brackets over several lines", () => {
  const random = randomOf(13);
  const texts = [
    "version: 3\nmodels:\n  {\n  a: 1,\n  b: {c: 2},\n  d: 3\n  }\ntui: {}\n",
    "version: 3\nmodels:\n  {a: {\n    x: 1,\n    y: 2\n  },\n  b: 3}\n",
    "{\nversion: 3,\nmodels:\n  {\n  a: 1,\n  b: 2\n  },\ntui:\n  {}\n}\n",
    "version: 3\nmodels:\n  a: {\n    x: 1,\n    y: 2\n    }\n  b:\n    - {\n      x: 1\n      }\n",
  ];
  for (let left = cases(20_000); left > 0; left -= 1) {
    const old = texts[random(texts.length)] ?? "";
    expectSame(old, edited(old, MORE, random));
  }
});

test("mutants of all texts", () => {
  const texts = yamlTexts();
  const random = randomOf(12);
  const count = Number(process.env["MUTANTS"] ?? cases(60_000));
  let found = 0;
  for (let left = count; left > 0; left -= 1) {
    const old = texts[random(texts.length)] ?? "";
    if (expectSame(old, mutant([old], random))) found += 1;
  }
  expect(found).toBeGreaterThan(count / 100);
});

const MODELS = `version: 3\nmodels:\n${Array.from({ length: 500 }, (_, index) => `  m${index}:\n    class: full\n    context_window: ${index + 1000}\n`).join("")}tui:\n  theme: dark\n`;

test.each([
  ["nothing", "version", "version"],
  ["a number that is as long", "1250", "2250"],
  ["a longer number", "1250", "12500"],
  ["a name", "m250", "model"],
  ["a new key", "1250\n", "1250\n    enabled: true\n"],
  ["a new entry", "1250\n", "1250\n  other:\n    class: mini\n"],
  ["a comment", "1250\n", "1250 # tokens\n"],
])("%s in a long text is read alone", (_, old, typed) => {
  const text = MODELS.replace(old, typed);
  expect(after(MODELS, text)).toBeDefined();
  expectSame(MODELS, text);
});
