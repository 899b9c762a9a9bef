/** What set and unset do to texts: one value, in the style around it, and every other byte as it was. */
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dataAt, isObject, type Json } from "../../src/document/data.js";
import { readInputs } from "../../src/lint.js";
import { put, type SetOutcome } from "../../src/set.js";
import type { Path } from "../../src/text/path.js";
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

const none = (): Count => ({ changed: 0, unchanged: 0, "by-hand": 0, "no-item": 0, "no-list": 0, newer: 0 });

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
        expect(new Set(text.match(/\r?\n/g))).toEqual(new Set([look.lineEnd]));
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
        if (outcome.kind === "changed")
          expectData({ ...page, text: outcome.text }, changed(config, place.path, undefined));
      }),
      { numRuns: cases(200) },
    );
    expect(kinds["by-hand"]).toBeLessThanOrEqual(3);
    expect(kinds.changed).toBeGreaterThan(cases(25));
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
        expect(lost.length, lost.join("\n")).toBeLessThanOrEqual(own + 2);
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
    expect(count).toBeGreaterThan(cases(25));
  });

  test("of what was just set gives the same data again", () => {
    fc.assert(
      fc.property(caseArbitrary, lookArbitrary, ({ config, place, value }, look) => {
        const [around] = [...placesOf(config)].filter(({ path }) => isDeepStrictEqual(path, place.path.slice(0, -1)));
        // Mappings that were made on the way stay, and what was null is one now.
        fc.pre(place.value === undefined && (place.path.length === 1 || isObject(around?.value)));
        const page = written(config, look);
        const during = textAfter(page, place.path, value);
        if (during === undefined) return;
        const after = textAfter({ ...page, text: during }, place.path, undefined);
        expect(after).toBeDefined();
        expectData({ ...page, text: after ?? "" }, config);
      }),
      { numRuns: cases(150) },
    );
  });
});

const small = (format: Spelling["format"], text: string): Spelling => ({ format, text });

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
      { numRuns: cases(200) },
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
      { numRuns: cases(200) },
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
        if (outcome.kind === "changed")
          expectData({ ...spelling, text: outcome.text }, changed(data, place.path, wanted));
      }),
      { numRuns: cases(200) },
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

/** Deeply equal, in the order of the text too; vitest's own equality is misled by a key called `constructor`. */
function expectData(spelling: Spelling, expected: Json): void {
  const data = dataOf(spelling);
  const inOrder = JSON.stringify(data) === JSON.stringify(expected);
  if (!isDeepStrictEqual(data, expected) || !inOrder)
    expect.fail(`it says ${JSON.stringify(data)}, not ${JSON.stringify(expected)}`);
}
