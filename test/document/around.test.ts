/** Half a key that is found in its entry alone is the mistake that the whole text has. MUTANTS=1000000 tries longer. */
import { expect, test } from "vitest";
import type { ParseResult } from "../../src/toolkit/read/document/builder.js";
import { compose } from "../../src/toolkit/read/document/yaml/compose.js";
import { readGeneral } from "../../src/toolkit/read/document/yaml/general.js";
import { Stop } from "../../src/toolkit/read/document/yaml/problems.js";
import { readQuick } from "../../src/toolkit/read/document/yaml/quick/reader.js";
import { readGeneral as readForCommands, stopAround } from "../../src/toolkit/read/document/yaml/whole.js";
import { cases } from "../cases.js";
import { edited, mutant, randomOf, TYPED, yamlTexts } from "./mutants.js";

/** Configurations with several sections. */
const texts = yamlTexts().filter((text) => (text.match(/^[a-z_]+:/gm) ?? []).length > 1 && text.endsWith("\n"));

/** As the command line reads it. */
function readWhole(text: string): ParseResult {
  let keys: readonly [number, number] | undefined;
  const quick = readQuick(text, (...at) => {
    keys = at;
  });
  return quick ?? readForCommands(text, keys);
}

function stopOf(work: () => void): Stop | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof Stop) return error;
    throw error;
  }
}

function composed(text: string): Stop | undefined {
  return stopOf(() => compose(text));
}

/** The mistake in the section and below it; undefined where the whole text has to be asked. */
function around(text: string): Stop | undefined {
  let keys: readonly [number, number] | undefined;
  readQuick(text, (...at) => {
    keys = at;
  });
  const [section, entry] = keys ?? [];
  return section === undefined || entry === undefined ? undefined : stopOf(() => stopAround(text, section, entry, 0));
}

const plain = ({ fact, offset }: Stop): unknown => ({ fact, offset });

test("mutants between sections that can be read", () => {
  const random = randomOf(20_261_125);
  const any = (): string => texts[random(texts.length)] ?? "";
  const count = Number(process.env["MUTANTS"] ?? cases(20_000));
  let found = 0;
  for (let left = count; left > 0; left -= 1) {
    const text = `${any()}${mutant(texts, random)}\n${any()}${any()}`;
    const mistake = around(text);
    if (mistake === undefined) continue;
    found += 1;
    const whole = composed(text);
    if (whole === undefined) expect.fail(JSON.stringify(text));
    expect({ text, ...Object(plain(mistake)) }).toEqual({ text, ...Object(plain(whole)) });
  }
  expect(found).toBeGreaterThan(count / 100);
});

/** 5,000 lines in eleven sections, above and below others. */
const LONG = `version: 3\n${Array.from({ length: 11 }, (_, section) => `section${section}:\n${"  key:\n    name: a value of some length\n".repeat(227)}`).join("")}tui: {theme: dark}\n`;

test.each([
  ["half a key", "    na\n"],
  ["a stray bracket", "    other: ]\n"],
  ["an unclosed quote", '    other: "\n'],
  ["a comma too many", "    other: [a,, b]\n"],
  ["wrong indentation", "   other: a\n"],
])("in a long text, %s is the mistake that the general reader finds", (_, line) => {
  const lines = LONG.split(/(?<=\n)/);
  for (const at of [2, 700, 2501, 4990, lines.length]) {
    const text = [...lines.slice(0, at), line, ...lines.slice(at)].join("");
    expect(text.length).toBeGreaterThan(64 * 1024);
    expect({ ...readWhole(text) }).toEqual({ ...readGeneral(text) });
  }
});

const SECTIONS = [
  "models:\n  big:\n    class: full\n    context_window: 5000\n  small: {class: full, tags: [a, b]}\n",
  "tui:\n  theme: dark\n  # comment: [\n\n",
  "prompts:\n  system: |\n    Text: with {braces and \"quotes\n    it's\n\n  other: >-\n    folded\n    - x\n",
  'mcp:\n  s:\n    args:\n      - -y\n      - "a: b"\n    env: {A: "${B}"}\n',
  "list:\n- a\n- b: c\n  d: e\n",
  "long: plain text\n  that goes on\n  and on\n",
  "empty:\n",
  "x: # only a comment\n  y: 1\n",
  "flow: {\n  a: 1,\n  b: [1,\n   2]\n}\n",
  "more: {\n  a: 1,\n  }\n",
  "quoted: 'a:\n\n  ] b'\n",
  'other: "a\n  } b"\n',
  "# top\n",
];

test("something typed anywhere in sections of every kind", () => {
  const random = randomOf(7);
  const pick = (from: readonly string[]): string => from[random(from.length)] ?? "";
  const count = Number(process.env["MUTANTS"] ?? cases(20_000));
  let found = 0;
  for (let left = count; left > 0; left -= 1) {
    let text = Array.from({ length: 2 + random(4) }, () => pick(SECTIONS)).join("");
    for (let edits = 1 + random(2); edits > 0; edits -= 1) {
      text = edited(text, TYPED, random);
    }
    if (random(10) === 0) text = text.replaceAll("\n", "\r\n");
    const mistake = around(text);
    if (mistake === undefined) continue;
    found += 1;
    const whole = composed(text);
    expect({ text, ...Object(plain(mistake)) }).toEqual({ text, ...Object(whole && plain(whole)) });
  }
  expect(found).toBeGreaterThan(count / 500);
});

const ABOVE = "version: 3\ntui:\n  theme: dark\n";
const BELOW =
  "logging:\n  level: info\ndaemon:\n  retry: {max_retries: 3}\ndefaults:\n  full: a\nproviders:\n  a: {}\n";

test.each([
  ["half a key", "models:\n  big:\n    cla\n    class: full\n"],
  ["half a key at the end of its section", "models:\n  big:\n    class: full\n    cla\n"],
  ["half a key at the top", "mod\n"],
])("%s is found around it", (_, section) => {
  const text = ABOVE + section + BELOW;
  const [mistake, whole] = [around(text), composed(text)];
  expect(mistake && plain(mistake)).toEqual(whole && plain(whole));
  expect(mistake).toBeDefined();
});

test.each([
  ["an unclosed quote", 'models:\n  big: {class: "full}\n'],
  ["a tab", "models:\n\tbig: {}\n"],
  ["a bad escape", 'models:\n  big:\n    class: "a\\q"\n'],
  ["wrong indentation", "models:\n  big:\n    class: full\n   context_window: 5000\n"],
  ["a missing space", "models:\n  big:\n    class:full\n    context_window: 5000\n"],
  ["the end of a document", "models:\n  big:\n    class:\n...\n full\n"],
  ["a text in block style at the top", "models: {}\n>version: 3\n"],
  ["a comment above a value", "models:\n# big\n big\nmodels\n"],
  ["a comment above an item", "models:\n-\n# big\n a\n- b: c\nmodels\n"],
  ["a bracket that closes at the top", "models: {\n  a: 1\n}\nmodels\n"],
  ["an anchor", "models: &m\n  big\n"],
  ["a second document", "models: {}\n---\nbig\n"],
  ["nothing wrong", "models: {}\n"],
])("for %s the whole text is asked, or the answer is the same", (_, section) => {
  const text = ABOVE + section + BELOW;
  const [mistake, whole] = [around(text), composed(text)];
  if (mistake !== undefined) expect(plain(mistake)).toEqual(whole && plain(whole));
  else expect(mistake).toBeUndefined();
});
