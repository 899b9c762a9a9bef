/** What set and unset do to texts: one value, in the style around it, and every other byte as it was. */
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Path } from "../../src/text/path.js";
import { readInputs } from "../../src/toolkit/lint.js";
import { dataAt, isObject, type Json } from "../../src/toolkit/read/document/data.js";
import { put, type SetOutcome } from "../../src/toolkit/set.js";
import { configArbitrary } from "../arbitrary/config.js";
import { dataOf, withAlias } from "../arbitrary/mistaken.js";
import { changed, fitting, type Place, placesOf } from "../arbitrary/places.js";
import { lookArbitrary } from "../arbitrary/slips.js";
import { type Spelling, spellingArbitrary } from "../arbitrary/spelling.js";
import { type Look, treeOf, type Written, write } from "../arbitrary/written.js";
import { cases } from "../cases.js";

function outcomeOf({ format, text }: Spelling, path: Path, value: Json | undefined, append = false): SetOutcome {
  const inputs = readInputs({ texts: [{ file: "config", text, format, as: "global" }] });
  const [layer] = inputs.groups.flat();
  if (layer === undefined) return expect.fail("no layer was read");
  return put(inputs, layer, [{ path, value: value === undefined ? undefined : { value }, append }]);
}

type Count = Record<SetOutcome["kind"], number>;

const none = (): Count => ({
  changed: 0,
  unchanged: 0,
  "by-hand": 0,
  "no-item": 0,
  "no-list": 0,
  "too-deep": 0,
  required: 0,
  newer: 0,
});

/** The text afterwards; undefined where it is left to its author. */
function textAfter(spelling: Spelling, path: Path, value: Json | undefined): string | undefined {
  const outcome = outcomeOf(spelling, path, value);
  if (outcome.kind === "unchanged") return spelling.text;
  return outcome.kind === "changed" ? outcome.text : undefined;
}

interface Case {
  readonly config: Json;
  readonly place: Place;
  readonly value: Json;
}

/** Newer files are never written (S10). */
function ofKnownVersion(config: Json): Json {
  const version = dataAt(config, ["version"]);
  return typeof version === "number" && version > 3 ? changed(config, ["version"], version % 4) : config;
}

/** A place of a configuration, taken or free, and a value for it. */
const caseArbitrary: fc.Arbitrary<Case> = configArbitrary()
  .map(ofKnownVersion)
  .map((config) => ({ config, places: [...placesOf(config)] }))
  .filter(({ places }) => places.length > 0)
  .chain(({ config, places }) =>
    fc.constantFrom(...places).chain((place) => {
      const isVersion = isDeepStrictEqual(place.path, ["version"]);
      return (isVersion ? fc.nat(3) : fitting(place.shape)).map((value) => ({ config, place, value }));
    }),
  );

const written = (config: Json, look: Look): Spelling & Written => ({
  format: look.format,
  ...write(treeOf(config), look),
});

const small = (format: Spelling["format"], text: string): Spelling => ({ format, text });

const isListItem = ({ path }: Place): boolean => typeof path.at(-1) === "number";

/** What is taken out is a value of the text, what is put in is not what is there. */
const isChange = ({ place, value }: Case): boolean => JSON.stringify(place.value) !== JSON.stringify(value);

describe("set", () => {
  test("gives the data with that value, in every style", () => {
    const kinds = none();
    fc.assert(
      fc.property(caseArbitrary, lookArbitrary, ({ config, place, value }, look) => {
        fc.pre(!isListItem(place));
        const page = written(config, look);
        const outcome = outcomeOf(page, place.path, value);
        kinds[outcome.kind] += 1;
        expect(outcome.kind === "unchanged").toBe(!isChange({ config, place, value }));
        if (outcome.kind === "changed") expectData({ ...page, text: outcome.text }, changed(config, place.path, value));
      }),
      { numRuns: cases(250) },
    );
    // A comment between a key and a list below it that is not indented.
    expect(kinds["by-hand"]).toBeLessThanOrEqual(3);
    expect(kinds.changed).toBeGreaterThan(cases(150));
  });

  test("gives the data with that value, in the spellings of others", () => {
    let byHand = 0;
    const spelled = caseArbitrary.chain((each) => fc.tuple(fc.constant(each), spellingArbitrary(each.config)));
    fc.assert(
      fc.property(spelled, ([{ config, place, value }, spelling]) => {
        const text = textAfter(spelling, place.path, value);
        fc.pre(!isListItem(place));
        if (text === undefined) byHand += 1;
        else expectData({ ...spelling, text }, changed(config, place.path, value));
      }),
      { numRuns: cases(200) },
    );
    // Behind a block scalar that ends in blank lines.
    expect(byHand).toBeLessThanOrEqual(2);
  });

  test("keeps every comment, unless it is inside of what is replaced", () => {
    fc.assert(
      fc.property(caseArbitrary, lookArbitrary, ({ config, place, value }, look) => {
        fc.pre(typeof place.value !== "object" || place.value === null);
        const page = written(config, { ...look, comments: true });
        const text = textAfter(page, place.path, value) ?? page.text;
        expect(page.comments.filter((comment) => text.split(comment).length !== 2)).toEqual([]);
      }),
      { numRuns: cases(200) },
    );
  });

  test("of a value in a line of its own leaves every other line as it was", () => {
    let count = 0;
    fc.assert(
      fc.property(caseArbitrary, linewiseArbitrary, ({ config, place, value }, look) => {
        fc.pre(typeof place.value !== "object" || place.value === null);
        const page = written(config, look);
        const text = textAfter(page, place.path, value) ?? page.text;
        count += text === page.text ? 0 : 1;
        expect(text.startsWith("\ufeff")).toBe(look.mark);
        expect(/[\r\n]$/.test(text)).toBe(look.finalBreak);
        const ends = new Set(text.match(/\r?\n/g));
        expect([...ends]).toEqual(/\n/.test(text) ? [look.lineEnd] : []);
        // The lines of its value, or of the one before it, which gets a comma.
        const own = typeof place.value === "string" ? place.value.split("\n").length + 1 : 1;
        expect(replacedLines(page.text, text)).toBeLessThanOrEqual(own);
      }),
      { numRuns: cases(250) },
    );
    expect(count).toBeGreaterThan(cases(100));
  });
});

describe("unset", () => {
  test("gives the data without that value, in every style", () => {
    const kinds = none();
    fc.assert(
      fc.property(caseArbitrary, lookArbitrary, ({ config, place }, look) => {
        fc.pre(!isListItem(place));
        const page = written(config, look);
        const outcome = outcomeOf(page, place.path, undefined);
        kinds[outcome.kind] += 1;
        expect(outcome.kind === "unchanged").toBe(place.value === undefined);
        if (outcome.kind === "changed") expectGone({ ...page, text: outcome.text }, config, place.path);
      }),
      { numRuns: cases(400) },
    );
    expect(kinds["by-hand"]).toBeLessThanOrEqual(3);
    expect(kinds.changed).toBeGreaterThan(cases(50));
  });

  test("of a value in a line of its own leaves every other line as it was", () => {
    let count = 0;
    fc.assert(
      fc.property(caseArbitrary, linewiseArbitrary, ({ config, place }, look) => {
        fc.pre(place.value === null || !["object", "undefined"].includes(typeof place.value));
        const page = written(config, look);
        const text = textAfter(page, place.path, undefined) ?? page.text;
        count += text === page.text ? 0 : 1;
        const after = text.split(/\r?\n/);
        const lost = page.text.split(/\r?\n/).filter((line) => {
          const at = after.indexOf(line);
          if (at !== -1) after.splice(at, 1);
          return at === -1;
        });
        // The lines of the value, the one before it, which loses its comma, and what is around the only entry.
        const own = typeof place.value === "string" ? place.value.split("\n").length + 1 : 1;
        const emptied = place.path.filter((__, length) => isOnly(config, place.path.slice(0, length + 1))).length;
        expect(lost.length, lost.join("\n")).toBeLessThanOrEqual(own + 2 + 2 * emptied);
        expect(text.startsWith("\ufeff")).toBe(look.mark);
        // And no comment but the one behind it; an item of a list has no name to tell its line by.
        const key = JSON.stringify(String(place.path.at(-1))).slice(1, -1);
        const isOwn = (line: string): boolean => (isListItem(place) ? !/^\s*(#|\/\/)/.test(line) : line.includes(key));
        const gone = page.comments.filter((comment) => !text.includes(comment));
        expect(gone.filter((comment) => !lost.some((line) => line.includes(comment) && isOwn(line)))).toEqual([]);
        if (isListItem(place)) expect(gone.length).toBeLessThanOrEqual(1);
      }),
      { numRuns: cases(250) },
    );
    expect(count).toBeGreaterThan(cases(50));
  });

  test("of what was just set gives the same data again", () => {
    fc.assert(
      fc.property(caseArbitrary, lookArbitrary, ({ config, place, value }, look) => {
        const [around] = [...placesOf(config)].filter(({ path }) => isDeepStrictEqual(path, place.path.slice(0, -1)));
        // What was null is a mapping now.
        fc.pre(place.value === undefined && (place.path.length === 1 || isObject(around?.value)));
        const page = written(config, look);
        const during = textAfter(page, place.path, value);
        if (during === undefined) return;
        const after = textAfter({ ...page, text: during }, place.path, undefined);
        expect(after).toBeDefined();
        expectGone({ ...page, text: after ?? "" }, changed(config, place.path, value), place.path);
      }),
      { numRuns: cases(150) },
    );
  });
});

/** Whether a path leads into an entry of a map, or of a plugin's value, that is not there. */
function isInNewEntry(config: Json, path: Path): boolean {
  const isEntry = /^(?:providers|models|mcp_servers|facets|subagents)$/.test(String(path[0]));
  const entry = isEntry ? path.slice(0, 2) : path.slice(0, -1);
  return (isEntry || path[0] === "plugins") && path.length > 2 && dataAt(config, entry) === undefined;
}

/** What is set and taken out again; undefined where either is left to its author. */
function thereAndBack(spelling: Spelling, path: Path, value: Json): string | undefined {
  const during = textAfter(spelling, path, value);
  return during === undefined ? undefined : textAfter({ ...spelling, text: during }, path, undefined);
}

describe("set, then unset", () => {
  test.each<[string, Spelling, Path]>([
    ["into nothing", small("yaml", ""), ["daemon", "file_catalog", "max_files"]],
    ["a section that there is not", small("yaml", "version: 3\n"), ["daemon", "file_catalog", "max_files"]],
    ["part of one", small("yaml", "daemon:\n  log_level: info\n"), ["daemon", "file_catalog", "max_files"]],
    ["between others", small("yaml", "daemon:\n  log_level: info\ntui: {}\n"), ["daemon", "file_catalog", "max_files"]],
    ["without a line break at the end", small("yaml", "version: 3"), ["tui", "theme"]],
    ["below a comment without a line break", small("yaml", "# mine"), ["tui", "theme"]],
    ["below a comment", small("yaml", "# mine\n"), ["tui", "theme"]],
    [
      "below a comment in a block",
      small("yaml", "daemon:\n  log_level: info\n  # mine\n"),
      ["daemon", "retry", "max_retries"],
    ],
    ["behind a comment", small("yaml", "daemon:\n  log_level: info # mine\n"), ["daemon", "retry", "max_retries"]],
    [
      "behind blank lines",
      small("yaml", "daemon:\n  log_level: info\n\n\n# mine\n"),
      ["daemon", "retry", "max_retries"],
    ],
    ["into braces that were empty", small("yaml", "tui: {} # mine\n"), ["tui", "theme"]],
    ["into braces", small("yaml", "daemon: { log_level: info } # mine\n"), ["daemon", "retry", "max_retries"]],
    ["CRLF", small("yaml", "version: 3\r\ntui: {}\r\n"), ["daemon", "retry", "max_retries"]],
    ["CRLF, then LF", small("yaml", "version: 3\r\ntui:\n  alt-screen: auto\n"), ["tui", "theme"]],
    ["LF, then CRLF", small("yaml", "version: 3\ntui:\n  alt-screen: auto\r\ndata: {}\n"), ["tui", "theme"]],
    ["CRLF in a file that ends in LF", small("yaml", "version: 3\r\ndata: {}\n"), ["daemon", "retry", "max_retries"]],
    [
      "CRLF in a file that ends in neither",
      small("yaml", "data: {}\nversion: 3\r\ntui: {}"),
      ["daemon", "retry", "max_retries"],
    ],
    ["in JSON, a section that there is not", small("json", '{ "version": 3 }\n'), ["daemon", "retry", "max_retries"]],
    ["in lines of JSON", small("json", '{\n  "version": 3\n}'), ["daemon", "retry", "max_retries"]],
    [
      "in JSON of CRLF and LF",
      small("json", '{\n  "version": 3,\r\n  "tui": {\n    "alt-screen": "auto"\r\n  }\n}'),
      ["tui", "theme"],
    ],
    [
      "in JSON with comments",
      small("jsonc", '{\n  "version": 3, // mine\r\n  // end\n}'),
      ["daemon", "retry", "max_retries"],
    ],
    ["in JSON with a comma at the end", small("jsonc", '{\n  "version": 3,\n}'), ["daemon", "retry", "max_retries"]],
    ["in JSON with nothing but a comment", small("jsonc", "{\r\n// mine\n}"), ["daemon", "retry", "max_retries"]],
  ])("%s leaves the same bytes", (_, spelling, path) => {
    const value = path.at(-1) === "theme" ? "dark" : 12;
    expect(thereAndBack(spelling, path, value)).toBe(spelling.text);
  });

  test("leaves the same bytes, in every style, also where lines end in two ways", () => {
    let count = 0;
    const ends = fc.array(fc.constantFrom("\n", "\r\n", undefined), { minLength: 1 });
    fc.assert(
      fc.property(caseArbitrary, lookArbitrary, ends, ({ config, place, value }, look, mixed) => {
        const lengths = place.path.map((_, index) => index).reverse();
        const around = lengths.map((length) => dataAt(config, place.path.slice(0, length)));
        const nearest = around.find((one) => one !== undefined);
        // What was null is a mapping afterwards, and a new entry of a map stays.
        fc.pre(place.value === undefined && isObject(nearest) && !isInNewEntry(config, place.path));
        let line = 0;
        const page = written(config, look);
        const text = page.text.replace(/\r?\n/g, (end) => mixed[line++ % mixed.length] ?? end);
        const after = thereAndBack({ ...page, text }, place.path, value);
        if (after === undefined) return;
        count += 1;
        expect(after).toBe(text);
      }),
      { numRuns: cases(400) },
    );
    expect(count).toBeGreaterThan(cases(200));
  });

  test.each<[string, string, string, string]>([
    [
      "below a comment",
      "tui:\n  # dark is nice\n  theme: dark\n",
      "tui:\n  # dark is nice\n  {}\n",
      "tui:\n  # dark is nice\n  theme: light\n",
    ],
    [
      "above a comment",
      "tui:\n  theme: dark\n  # dark is nice\ndata: {}\n",
      "tui:\n  {}\n  # dark is nice\ndata: {}\n",
      "tui:\n  theme: light\n  # dark is nice\ndata: {}\n",
    ],
    [
      "between CRLF",
      "tui:\r\n  # mine\r\n  theme: dark\r\n",
      "tui:\r\n  # mine\r\n  {}\r\n",
      "tui:\r\n  # mine\r\n  theme: light\r\n",
    ],
    ["behind its key", "tui: # mine\n  theme: dark\n", "tui: # mine\n  {}\n", "tui: # mine\n  theme: light\n"],
    ["in braces", "tui: { theme: dark } # mine\n", "tui: {} # mine\n", "tui: { theme: light } # mine\n"],
  ])("the only value of a block that holds a comment, and set again: %s", (_, before, during, after) => {
    expect(textAfter(small("yaml", before), ["tui", "theme"], undefined)).toBe(during);
    expect(textAfter(small("yaml", during), ["tui", "theme"], "light")).toBe(after);
  });

  test.each<[string, Spelling, Path, string]>([
    [
      "a block",
      small("yaml", "version: 3\ntui:\n  theme: dark\ndata: {}\n"),
      ["tui", "theme"],
      "version: 3\ndata: {}\n",
    ],
    [
      "blocks in blocks",
      small("yaml", "daemon:\n  retry:\n    max_retries: 3\n"),
      ["daemon", "retry", "max_retries"],
      "",
    ],
    [
      "braces in braces",
      small("json", '{\n  "version": 3,\n  "tui": {\n    "theme": "dark"\n  }\n}\n'),
      ["tui", "theme"],
      '{\n  "version": 3\n}\n',
    ],
    ["no braces in a block", small("yaml", "tui: { theme: dark }\n"), ["tui", "theme"], "tui: {}\n"],
    [
      "no block with an anchor",
      small("yaml", "tui: &a\n  theme: dark\nplugins: { x: *a }\n"),
      ["tui", "theme"],
      "by-hand",
    ],
    [
      "no list",
      small("yaml", "permissions:\n  secret_files: [a]\n"),
      ["permissions", "secret_files", 0],
      "permissions:\n  secret_files: []\n",
    ],
    [
      "no item of a list",
      small("yaml", "plugins:\n  x:\n    - a: 1\n"),
      ["plugins", "x", 0, "a"],
      "plugins:\n  x:\n    - {}\n",
    ],
  ])("with the last value goes what set would have made for it: %s", (_, spelling, path, after) => {
    const outcome = outcomeOf(spelling, path, undefined);
    expect(outcome.kind === "changed" ? outcome.text : outcome.kind).toBe(after);
  });
});

describe("a mapping that was there before stays, empty", () => {
  test.each<[string, Spelling, Path]>([
    ["in JSON", small("json", '{"version": 3, "daemon": {"retry": {}}}\n'), ["daemon", "retry", "max_retries"]],
    ["at the top of JSON", small("json", '{"version": 3, "daemon": {}}\n'), ["daemon", "retry", "max_retries"]],
    ["in lines of JSON", small("json", '{\n  "tui": {}\n}\n'), ["tui", "theme"]],
    ["in JSON with comments", small("jsonc", '{\n  "tui": {}, // mine\n}\n'), ["tui", "theme"]],
    ["in braces of YAML", small("yaml", "daemon: { retry: {} }\n"), ["daemon", "retry", "max_retries"]],
    ["in a block of YAML", small("yaml", "daemon:\n  retry: {}\n"), ["daemon", "retry", "max_retries"]],
    ["in a value of a plugin", small("yaml", "plugins:\n  t: {}\n"), ["plugins", "t", "theme"]],
    ["as an entry of a map", small("json", '{ "models": { "m": {} } }'), ["models", "m", "max_tokens"]],
  ])("%s", (_, spelling, path) => {
    expect(thereAndBack(spelling, path, path.at(-1) === "theme" ? "dark" : 12)).toBe(spelling.text);
  });

  test.each<[string, Spelling, Path, string]>([
    ["a value of a plugin", small("yaml", "plugins: { t: { a: 1 } }\n"), ["plugins", "t", "a"], "plugins: { t: {} }\n"],
    ["one in a block", small("yaml", "plugins:\n  t:\n    a: 1\n"), ["plugins", "t", "a"], "plugins:\n  t: {}\n"],
    [
      "one further down",
      small("json", '{ "plugins": { "t": { "a": { "b": 1 } } } }'),
      ["plugins", "t", "a", "b"],
      '{ "plugins": { "t": { "a": {} } } }',
    ],
    [
      "an entry of a map",
      small("yaml", "models:\n  m:\n    class: full\n"),
      ["models", "m", "class"],
      "models:\n  m: {}\n",
    ],
    [
      "an entry of a map, without what was in it",
      small("yaml", "providers:\n  p:\n    headers:\n      X-A: b\n"),
      ["providers", "p", "headers", "X-A"],
      "providers:\n  p: {}\n",
    ],
    ["but not the map", small("yaml", "plugins:\n  t: 1\n"), ["plugins", "t"], ""],
  ])("%s", (_, spelling, path, after) => {
    expect(textAfter(spelling, path, undefined)).toBe(after);
  });
});

test.each<[string, Path]>([
  ["facets:\n  a:\n    source: x.md\n", ["facets", "a", "source"]],
  ["facets: { a: { source: x.md }, b: { source: y.md } }\n", ["facets", "a", "source"]],
  ["agent_behavior:\n  shell:\n    command: bash\n", ["agent_behavior", "shell", "command"]],
  ["providers: { p: { auth: { type: static_key, key: k } } }\n", ["providers", "p", "auth", "key"]],
  ["providers: { p: { auth: { type: no_auth } } }\n", ["providers", "p", "auth", "type"]],
])("a required key is not removed: %s", (text, path) => {
  const outcome = outcomeOf(small("yaml", text), path, undefined);
  expect(outcome.kind === "changed" ? outcome.refusals.length > 0 : outcome.kind === "required").toBe(true);
});

describe("a comment stays", () => {
  test.each<[string, Spelling, Path, Json | undefined]>([
    ["in braces that were empty", small("jsonc", '{ "tui": { /* mine */ } }'), ["tui", "theme"], "dark"],
    ["in a file that was empty", small("jsonc", "{\n// mine\n}"), ["tui"], {}],
    ["in empty braces in YAML", small("yaml", "tui: {\n  # mine\n  }\n"), ["tui", "theme"], "dark"],
    ["above the entry behind", small("jsonc", '{\n"data": null,\n// mine\n"tui": {}\n}'), ["data"], undefined],
    ["behind the entry before", small("jsonc", '{\n"tui": {}, // mine\n"data": null\n}'), ["data"], undefined],
    ["above the entry behind in YAML", small("yaml", "{data: null,\n# mine\ntui: {}}\n"), ["data"], undefined],
    ["above the entry", small("yaml", "# mine\ndata: null\ntui: {}\n"), ["data"], undefined],
    ["of the only entry that goes", small("yaml", "tui:\n  # mine\n  theme: dark\n"), ["tui", "theme"], undefined],
    ["behind the end of a block", small("yaml", "tui:\n  theme: |-\n    dark\n  # mine\n"), ["tui", "theme"], "light"],
    [
      "above the only item of a list that is not indented",
      small("yaml", "notifications:\n  trigger_types:\n    # mine\n  - a\n"),
      ["notifications", "trigger_types", 0],
      undefined,
    ],
    ["behind a key", small("yaml", "tui:\n  theme: # mine\n    dark\n"), ["tui", "theme"], "light"],
    ["behind the last entry", small("jsonc", '{\n"data": null // mine\n}'), ["tui"], {}],
  ])("%s", (_, spelling, path, value) => {
    const text = textAfter(spelling, path, value);
    expect(text).toContain("mine");
    expectData({ ...spelling, text: text ?? "" }, changed(dataOf(spelling), path, value));
  });

  test("behind the entry before, when another one comes and goes", () => {
    const before = small("jsonc", '{\n  "data": null // mine\n}');
    const during = small("jsonc", textAfter(before, ["tui"], {}) ?? "");
    expect(textAfter(during, ["tui"], undefined)).toBe(before.text);
  });
});

test("S10 a file of a newer version is not written, not even to make it older", () => {
  const newer = small("yaml", "version: 4\n");
  expect(outcomeOf(newer, ["tui"], {})).toEqual({ kind: "newer" });
  expect(outcomeOf(newer, ["version"], 3)).toEqual({ kind: "newer" });
  expect(outcomeOf(newer, ["version"], undefined)).toEqual({ kind: "newer" });
});

describe("lists", () => {
  const lists = caseArbitrary.filter(({ place }) => isListItem(place));

  test("an item is taken out, in every style", () => {
    const kinds = none();
    fc.assert(
      fc.property(lists, lookArbitrary, ({ config, place }, look) => {
        const page = written(config, look);
        const outcome = outcomeOf(page, place.path, undefined);
        kinds[outcome.kind] += 1;
        expect(outcome.kind === "unchanged").toBe(place.value === undefined);
        if (outcome.kind === "changed")
          expectData({ ...page, text: outcome.text }, changed(config, place.path, undefined));
      }),
      { numRuns: cases(400) },
    );
    expect(kinds["by-hand"]).toBe(0);
    expect(kinds.changed).toBeGreaterThan(cases(100));
  });

  test("an item is appended, in every style, and every comment stays", () => {
    const kinds = none();
    fc.assert(
      fc.property(lists, lookArbitrary, ({ config, place, value }, look) => {
        const page = written(config, { ...look, comments: true });
        const path = place.path.slice(0, -1);
        const outcome = outcomeOf(page, path, value, true);
        kinds[outcome.kind] += 1;
        if (outcome.kind !== "changed") return;
        const old = dataAt(config, path);
        expectData({ ...page, text: outcome.text }, changed(config, path, [...(Array.isArray(old) ? old : []), value]));
        expect(page.comments.filter((comment) => !outcome.text.includes(comment))).toEqual([]);
        expect(outcome.paths).toEqual([[...path, Array.isArray(old) ? old.length : 0]]);
      }),
      { numRuns: cases(400) },
    );
    expect(kinds["by-hand"]).toBeLessThanOrEqual(3);
    expect(kinds.changed).toBeGreaterThan(cases(150));
  });

  test.each<[string, Spelling, string]>([
    [
      "in lines",
      small("yaml", "plugins:\n  x:\n    - 1 # one\n    # end\n"),
      "plugins:\n  x:\n    - 1 # one\n    - 2\n    # end\n",
    ],
    ["in lines that are not indented", small("yaml", "plugins:\n  x:\n  - 1\n"), "plugins:\n  x:\n  - 1\n  - 2\n"],
    [
      "of mappings",
      small("yaml", "plugins:\n  x:\n    - a: 1\n      b: 2"),
      "plugins:\n  x:\n    - a: 1\n      b: 2\n    - 2",
    ],
    ["in brackets", small("yaml", "plugins: { x: [1] } # mine\n"), "plugins: { x: [1, 2] } # mine\n"],
    [
      "in lines of brackets",
      small("jsonc", '{ "plugins": { "x": [\n  1, // one\n] } }'),
      '{ "plugins": { "x": [\n  1, // one\n  2,\n] } }',
    ],
    ["that is empty", small("json", '{ "plugins": { "x": [] } }'), '{ "plugins": { "x": [2] } }'],
    [
      "that holds a comment",
      small("jsonc", '{ "plugins": { "x": [ /* none */ ] } }'),
      '{ "plugins": { "x": [2 /* none */ ] } }',
    ],
    ["that is null", small("yaml", "plugins: { x: null }\n"), "plugins: { x: [2] }\n"],
    ["that there is not", small("yaml", "plugins:\n  y: 1\n"), "plugins:\n  y: 1\n  x: [2]\n"],
  ])("an item is appended to a list %s", (_, spelling, text) => {
    expect(outcomeOf(spelling, ["plugins", "x"], 2, true)).toMatchObject({ kind: "changed", text });
  });

  test.each<[string, Spelling, number, string]>([
    [
      "in lines",
      small("yaml", "plugins:\n  x:\n    - 1 # one\n    # two\n    - 2\n"),
      0,
      "plugins:\n  x:\n    # two\n    - 2\n",
    ],
    ["the only one in lines", small("yaml", "plugins:\n  x:\n    - 1\n"), 0, "plugins:\n  x: []\n"],
    ["in brackets", small("yaml", "plugins: { x: [1, 2, 3] }\n"), 1, "plugins: { x: [1, 3] }\n"],
    ["the last in brackets", small("json", '{ "plugins": { "x": [1, 2] } }'), 1, '{ "plugins": { "x": [1] } }'],
    ["the only one in brackets", small("json", '{ "plugins": { "x": [ 1 ] } }'), 0, '{ "plugins": { "x": [] } }'],
    [
      "in lines of brackets",
      small("jsonc", '{ "plugins": { "x": [\n  1, // one\n  2\n] } }'),
      1,
      '{ "plugins": { "x": [\n  1 // one\n] } }',
    ],
  ])("an item is taken out: %s", (_, spelling, index, text) => {
    expect(outcomeOf(spelling, ["plugins", "x", index], undefined)).toMatchObject({ kind: "changed", text });
  });

  test("what is no list is not replaced by one, and an item that there is not is not set", () => {
    const spelling = small("yaml", "plugins: { x: 5, y: [1] }\n");
    expect(outcomeOf(spelling, ["plugins", "x"], 2, true)).toEqual({ kind: "no-list", path: ["plugins", "x"] });
    expect(outcomeOf(spelling, ["plugins", "y", 1], 2)).toEqual({
      kind: "no-item",
      path: ["plugins", "y", 1],
      count: 1,
    });
  });
});

describe("behind a block that keeps the blank lines below it", () => {
  test.each<[string, string, Path, string]>([
    [
      "at the end",
      "plugins:\n  a: |+\n    t1\n\n\n",
      ["tui", "theme"],
      "plugins:\n  a: |+\n    t1\n\n\ntui:\n  theme: 2\n",
    ],
    ["beside it", "plugins:\n  a: |+\n    t1\n\n\n", ["plugins", "x"], "plugins:\n  a: |+\n    t1\n\n\n  x: 2\n"],
    [
      "before other entries",
      "plugins:\r\n  a: >2+\r\n    t1\r\n\r\ntui: {}\r\n",
      ["plugins", "x"],
      "plugins:\r\n  a: >2+\r\n    t1\r\n\r\n  x: 2\r\ntui: {}\r\n",
    ],
    [
      "before a comment",
      "plugins:\n  a: |+ # kept\n    t1\n \n# end\n",
      ["plugins", "x"],
      "plugins:\n  a: |+ # kept\n    t1\n \n  x: 2\n# end\n",
    ],
    ["in a list", "plugins:\n  a:\n    - |+\n      t\n\n", ["tui"], "plugins:\n  a:\n    - |+\n      t\n\ntui: 2\n"],
    ["with an anchor", "plugins:\n  a: &b |+\n    t\n\n", ["tui"], "plugins:\n  a: &b |+\n    t\n\ntui: 2\n"],
    ["of nothing", "plugins:\n  a: |+\n\n\n", ["plugins", "x"], "plugins:\n  a: |+\n\n\n  x: 2\n"],
    ["that ends with the file", "plugins:\n  a: |+\n    t", ["plugins", "x"], "plugins:\n  a: |+\n    t\n  x: 2"],
    ["one that does not", "plugins:\n  a: |\n    t\n\n\n", ["plugins", "x"], "plugins:\n  a: |\n    t\n  x: 2\n\n\n"],
  ])("%s", (_, before, path, text) => {
    expect(outcomeOf(small("yaml", before), path, 2)).toMatchObject({ kind: "changed", text });
  });

  test("an item of a list", () => {
    const spelling = small("yaml", "plugins:\n  x:\n    - |+\n      t\n\n\ntui: {}\n");
    const text = "plugins:\n  x:\n    - |+\n      t\n\n\n    - 2\ntui: {}\n";
    expect(outcomeOf(spelling, ["plugins", "x"], 2, true)).toMatchObject({ kind: "changed", text });
  });
});

describe("several at once", () => {
  const spelling = small("yaml", "version: 3\nplugins: { x: [1, 2] }\n");
  const putAll = (...assignments: Parameters<typeof put>[2]): SetOutcome => {
    const inputs = readInputs({ texts: [{ file: "config", ...spelling, as: "global" }] });
    const [layer] = inputs.groups.flat();
    return layer === undefined ? expect.fail("no layer was read") : put(inputs, layer, assignments);
  };
  const value = (path: Path, given: Json): Parameters<typeof put>[2][number] => ({ path, value: { value: given } });

  test("what is a mistake alone may be none together", () => {
    const [transport, command] = [
      value(["mcp_servers", "a", "transport"], "stdio"),
      value(["mcp_servers", "a", "command"], "c"),
    ];
    expect(putAll(transport)).toMatchObject({ kind: "changed", refusals: [{ rule: "schema/missing-key" }] });
    expect(putAll(transport, command)).toMatchObject({
      kind: "changed",
      refusals: [],
      text: `${spelling.text}mcp_servers:\n  a:\n    transport: stdio\n    command: c\n`,
    });
  });

  test("one that cannot be made is the end of all", () => {
    expect(putAll(value(["tui", "theme"], "dark"), value(["plugins", "x", 7], 1))).toMatchObject({ kind: "no-item" });
  });
});

describe("what is in the way", () => {
  test.each<[string, Spelling, Path]>([
    ["a comma behind the only entry", small("jsonc", '{ "tui": { "theme": "dark", } }'), ["tui", "theme"]],
    ["a comma behind the only entry in YAML", small("yaml", "tui: { theme: dark, }\n"), ["tui", "theme"]],
  ])("%s is none", (_, spelling, path) => {
    const text = textAfter(spelling, path, undefined);
    expect(text).toBeDefined();
    expectData({ ...spelling, text: text ?? "" }, changed(dataOf(spelling), path, undefined));
  });

  test.each<[string, Spelling, Path, Json | undefined]>([
    ["an anchor that is used", small("yaml", "tui: &a { theme: dark }\nplugins: { x: *a }\n"), ["tui"], undefined],
    [
      "a value inside an anchor",
      small("yaml", "tui: &a { theme: dark }\nplugins: { x: *a }\n"),
      ["tui", "theme"],
      "light",
    ],
    [
      "a value inside an alias",
      small("yaml", "plugins: { x: &a { theme: dark } }\ntui: *a\n"),
      ["tui", "theme"],
      "light",
    ],
    [
      "an item that has an anchor",
      small("yaml", "plugins:\n  x:\n    - &a 1\n    - *a\n"),
      ["plugins", "x", 0],
      undefined,
    ],
    [
      "an item that shares its line",
      small("yaml", "plugins:\n  x:\n    - - 1\n      - 2\n"),
      ["plugins", "x", 0, 0],
      undefined,
    ],
    ["a text where a mapping should be", small("yaml", "tui: dark\n"), ["tui", "theme"], "dark"],
    ["a key without a colon", small("yaml", "tui: { theme }\n"), ["tui", "theme"], "dark"],
  ])("%s is left to its author", (_, spelling, path, value) => {
    expect(outcomeOf(spelling, path, value)).toEqual({ kind: "by-hand", path });
  });

  test.each<[string, Spelling, Path, Json]>([
    ["an alias itself", small("yaml", "plugins: { x: &a { theme: dark } }\ntui: *a\n"), ["tui"], {}],
    ["a text in a list", small("yaml", "plugins: { x: [1, 2] }\n"), ["plugins", "x", 0], "one"],
    ["a list in a list", small("yaml", "plugins: { x: [1, 2] }\n"), ["plugins", "x", 0], [1]],
    ["a list for the one item of a list", small("yaml", "plugins: { x: [1] }\n"), ["plugins", "x", 0], [1]],
    ["an item of a list in a list", small("json", '{ "plugins": { "x": [[1, 2]] } }'), ["plugins", "x", 0, 0], 3],
    ["a key of a mapping in a list", small("yaml", "plugins:\n  x:\n  - a: 1\n"), ["plugins", "x", 0, "b"], 2],
  ])("%s is none", (_, spelling, path, value) => {
    const outcome = outcomeOf(spelling, path, value);
    expect(outcome.kind).toBe("changed");
    if (outcome.kind === "changed")
      expectData({ ...spelling, text: outcome.text }, changed(dataOf(spelling), path, value));
  });

  test("where texts share parts through aliases, either the data is right or nothing is done", () => {
    const kinds = none();
    fc.assert(
      fc.property(caseArbitrary, fc.nat(), fc.boolean(), ({ config, place, value }, at, isUnset) => {
        const spelling = small("yaml", withAlias(config, at));
        const data = dataOf(spelling) ?? {};
        const wanted = isUnset ? undefined : value;
        const outcome = outcomeOf(spelling, place.path, wanted);
        kinds[outcome.kind] += 1;
        if (outcome.kind !== "changed") return;
        const now = { ...spelling, text: outcome.text };
        if (wanted === undefined) expectGone(now, data, place.path);
        else expectData(now, changed(data, place.path, wanted));
      }),
      { numRuns: cases(400) },
    );
    expect(kinds.changed).toBeGreaterThan(kinds["by-hand"]);
  });
});

/** One entry to a line, and all of it. */
const linewiseArbitrary: fc.Arbitrary<Look> = lookArbitrary.map((look) => ({
  ...look,
  flow: false,
  indent: look.indent ?? "  ",
  // No fourth choice: that is everything on one line.
  tape: look.tape.map((choice) => choice - (choice % 4 === 3 ? 1 : 0)),
}));

/** How many lines of a text are not in another one, apart from those at the start and at the end that are the same. */
function replacedLines(before: string, after: string): number {
  const old = before.split(/\r?\n/);
  const now = after.split(/\r?\n/);
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < old.length - head && tail < now.length - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  return old.length - head - tail;
}

/** Whether there is nothing else in the mapping or list that something is in. */
function isOnly(data: Json, path: Path): boolean {
  const around = dataAt(data, path.slice(0, -1));
  return typeof around === "object" && around !== null && Object.keys(around).length === 1;
}

/** The data without a value; a mapping that had nothing else may be gone with it, and one around it that had nothing but that. */
function expectGone(spelling: Spelling, data: Json, path: Path): void {
  let at = path;
  const wanted = [changed(data, at, undefined)];
  for (;;) {
    at = at.slice(0, -1);
    const around = dataAt(data, at);
    if (at.length === 0 || typeof at.at(-1) === "number" || !isObject(around) || Object.keys(around).length > 1) break;
    wanted.push(changed(data, at, undefined));
  }
  const now = JSON.stringify(dataOf(spelling));
  if (!wanted.some((one) => JSON.stringify(one) === now)) expect.fail(`it says ${now}, not ${JSON.stringify(wanted)}`);
}

/** Deeply equal, in the order of the text too; vitest's own equality is misled by a key called `constructor`. */
function expectData(spelling: Spelling, expected: Json): void {
  const data = dataOf(spelling);
  const inOrder = JSON.stringify(data) === JSON.stringify(expected);
  if (!isDeepStrictEqual(data, expected) || !inOrder)
    expect.fail(`it says ${JSON.stringify(data)}, not ${JSON.stringify(expected)}`);
}
