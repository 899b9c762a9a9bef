/** Upgrading a text changes the number of its version and not one other byte (section J). */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lint } from "../../src/toolkit/lint.js";
import { load } from "../../src/toolkit/load.js";
import type { Json } from "../../src/toolkit/read/document/data.js";
import { FORMAT_NAMES, type Format } from "../../src/toolkit/read/document/formats.js";
import { toData } from "../../src/toolkit/read/document/node.js";
import { parse } from "../../src/toolkit/read/document/parse.js";
import { upgradeText } from "../../src/toolkit/read/layers/upgrade.js";
import { configArbitrary } from "../arbitrary/config.js";
import { spellingArbitrary } from "../arbitrary/spelling.js";
import { cases } from "../cases.js";
import { memoryHost } from "../machine/memory.js";
import { globalFile } from "../machine/names.js";

const attempted = (text: string, format: Format): string | undefined =>
  upgradeText(parse({ file: "config", text }, format));

const upgraded = (text: string, format: Format): string => attempted(text, format) ?? expect.fail("not upgraded");

const read = (text: string, format: Format): Json | undefined => {
  const { root, problems } = parse({ file: "config", text }, format);
  expect(problems).toEqual([]);
  return root && toData(root);
};

/** The inserted and the removed text, as one stretch. */
function difference(before: string, after: string): readonly [taken: string, put: string] {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < Math.min(before.length, after.length) - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return [before.slice(start, before.length - end), after.slice(start, after.length - end)];
}

/** Only `version: 3` is inserted; some rows say where. */
const YAML: readonly (readonly [what: string, text: string, upgraded?: string])[] = [
  ["CRLF", "# a\r\n\r\ntui:\r\n  theme: dark\r\n", "# a\r\n\r\nversion: 3\r\ntui:\r\n  theme: dark\r\n"],
  ["a value with a CR at its end", 'tui: {a: "b\\r"}\r\n', 'version: 3\r\ntui: {a: "b\\r"}\r\n'],
  ["no final newline", "tui: {}", "version: 3\ntui: {}"],
  ["a byte order mark", "\ufefftui: {}\n", "\ufeffversion: 3\ntui: {}\n"],
  ["tabs and spaces at ends", "tui: \t{}\t \n  \t\n", "version: 3\ntui: \t{}\t \n  \t\n"],
  ["comments", "# a\n\n# b\ntui: {} # c\n# d\n", "# a\n\nversion: 3\n# b\ntui: {} # c\n# d\n"],
  ["numbers", "tui: {a: 1.0, b: 1e3, c: 18446744073709551615, d: 0x1F, e: -0}\n"],
  ["quotes and escapes", "tui: {\"a\\u0062\": 'it''s', b: \"\\x41\\\n  c\"}\n"],
  ["blocks", "tui:\n  a: |+\n    x\n\n  b: >-\n    y\n    z\n"],
  ["anchors", "tui: &t {a: 1}\nplugins: {p: *t}\n"],
  ["the order of keys", "tui: {}\nproviders: {}\ndata: {}\n"],
  ["a document marker", "---\ntui: {}\n...\n", "---\nversion: 3\ntui: {}\n...\n"],
  ["a document marker with a comment", "# a\n--- # b\n# c\ntui: {}\n"],
  ["flow", "{tui: {}}\n"],
  ["flow over lines", "{\n  # a\n  tui: {}, # b\n}\n"],
  ["flow after a marker", "--- {tui: {}}\n"],
  ["flow with an anchor", "&a {tui: {}}\n"],
  ["an anchored root", "&root\ntui: {}\n"],
  ["an anchored key", "&k tui: {}\n"],
  ["an explicit key", "? tui\n: {}\n"],
  ["a quoted key", '"tui": {}\n'],
  ["indentation", "  tui: {}\n  data: {}\n"],
  ["indentation after a marker", "---\n# a\n  # b\n  tui: {}\n"],
  ["a comment for tools", "# yaml-language-server: $schema=x\ntui: {}\n"],
];

const JSON_TEXTS: readonly (readonly [string, string])[] = [
  ["one line", '{"tui":{"theme":"dark"}}'],
  ["CRLF", '{\r\n\t"tui": {}\r\n}\r\n'],
  ["a byte order mark", '\ufeff{"tui":{}}'],
  ["odd space", ' \t{ "tui"\n:{ }\t,"data":{}} \n\n'],
  ["numbers", '{"tui":{"a":1.0,"b":1e3,"c":18446744073709551615,"d":-0,"e":1E+2}}'],
  ["escapes", '{"t\\u0075i":{"a":"\\u0041\\/\\n"}}'],
  ["the order of keys", '{"tui":{"b":1,"a":2,"1":3},"data":{}}'],
];

const JSONC_TEXTS: readonly (readonly [string, string])[] = [
  ...JSON_TEXTS,
  ["comments", '// a\n{ // b\n  /* c */ "tui": {}, // d\n}\n// e'],
  ["comments and CRLF", '{\r\n  // a\r\n  "tui": {},\r\n}\r\n'],
  ["a comment before the first key", '{/* a */"tui":{}}'],
];

/** Expects that an upgrade only puts `version: 3` somewhere. */
function expectInserted(text: string, format: Format): void {
  const after = upgraded(text, format);
  const [taken, put] = difference(text, after);
  expect(taken).toBe("");
  expect(put.replace(/[\s,"':]/g, "")).toBe("version3");
  expect(read(after, format)).toEqual({ version: 3, ...Object(read(text, format)) });
  expect(upgraded(after, format)).toBe(after);
}

describe("J05 nothing else changes", () => {
  test.each(YAML.map((row) => [row[0], row] as const))("J05 YAML: %s", (_, [, text, expected]) => {
    expectInserted(text, "yaml");
    if (expected !== undefined) expect(upgraded(text, "yaml")).toBe(expected);
  });

  test.each(JSON_TEXTS)("J05 JSON: %s", (_, text) => expectInserted(text, "json"));

  test.each(JSONC_TEXTS)("J05 JSONC: %s", (_, text) => expectInserted(text, "jsonc"));

  test.each([
    ["yaml", "tui: {}\r\nversion:  2 # old\r\n", "tui: {}\r\nversion:  3 # old\r\n"],
    ["yaml", "{tui: {}, 'version' : 0}", "{tui: {}, 'version' : 3}"],
    ["yaml", "? version\n: 2\n", "? version\n: 3\n"],
    ["yaml", "version: 2.0\n", "version: 3\n"],
    ["yaml", "version: 0x1\n", "version: 3\n"],
    ["json", '{"tui":{},\r\n"version"\t:\t2}', '{"tui":{},\r\n"version"\t:\t3}'],
    ["json", '{"v\\u0065rsion":2e0}', '{"v\\u0065rsion":3}'],
    ["jsonc", '{/* a */"version"/* b */:/* c */2/* d */,}', '{/* a */"version"/* b */:/* c */3/* d */,}'],
  ] as const)("J05 an older number is replaced where it stands: %s %j", (format, text, expected) => {
    expect(upgraded(text, format)).toBe(expected);
    expect(upgraded(expected, format)).toBe(expected);
  });

  test("J05 a number that is used elsewhere is left alone: changing it would change more than was asked", () => {
    expect(attempted("version: &v 1\nplugins: {v: *v}", "yaml")).toBeUndefined();
  });

  test("J05 whatever is in the text", () => {
    const withoutVersion = configArbitrary()
      .map((config) => Object.fromEntries(Object.entries(Object(config)).filter(([key]) => key !== "version")))
      .filter((config) => Object.keys(config).length > 0);
    const line = fc.constantFrom("\n", "\r\n");
    const texts = withoutVersion.chain((config) => fc.tuple(spellingArbitrary(config as Json), line));
    fc.assert(
      fc.property(texts, ([{ text, format }, end]) => {
        const ended = format === "yaml" ? text : text.replaceAll("\n", end);
        expectInserted(ended, format);
      }),
      { numRuns: cases(200) },
    );
  });
});

const withVersion = (version: string, format: Format): string =>
  format === "yaml" ? `tui: {theme: dark}\nversion: ${version}\n` : `{"tui":{"theme":"dark"},"version":${version}}`;

const asLoaded = async (text: string, format: Format) => {
  const files = { [globalFile(format)]: text };
  const { ok, config, diagnostics } = await load({ host: memoryHost({ files }) });
  const linted = lint({ host: memoryHost({ files }) }).diagnostics.map(({ rule }) => rule);
  expect(diagnostics.map(({ rule }) => rule)).toEqual(linted);
  return { ok, version: config?.version, theme: config?.tui?.theme, said: linted };
};

const upgradedInMemory = { ok: true, version: 3, theme: "dark" };
const failed = { ok: false, version: undefined, theme: undefined };

describe.each(FORMAT_NAMES)("J07 %s", (format) => {
  test.each(["0", "1", "2", "2.0"])("J07 version %s is upgraded", async (version) => {
    const text = withVersion(version, format);
    expect(upgraded(text, format)).toBe(withVersion("3", format));
    expect(await asLoaded(text, format)).toEqual({ ...upgradedInMemory, said: ["version/outdated"] });
  });

  test.each(["3", "3.0", "3e0"])("J07 version %s is current and stays as it is written", async (version) => {
    const text = withVersion(version, format);
    expect(upgraded(text, format)).toBe(text);
    expect(await asLoaded(text, format)).toEqual({ ...upgradedInMemory, said: [] });
  });

  test.each([
    ['"3"', "schema/wrong-type"],
    ["3.5", "schema/wrong-type"],
    ["2.5", "schema/wrong-type"],
    ["null", "schema/wrong-type"],
    ["true", "schema/wrong-type"],
    ["[3]", "schema/wrong-type"],
    ["{}", "schema/wrong-type"],
    ['"${V}"', "schema/wrong-type"],
    ["-1", "schema/out-of-range"],
    ["256", "schema/out-of-range"],
    ["1e400", "schema/wrong-type"],
  ])("J07 version %s is a mistake and is never rewritten", async (version, rule) => {
    const text = withVersion(version, format);
    expect(upgraded(text, format)).toBe(text);
    expect(await asLoaded(text, format)).toEqual({ ...failed, said: [rule] });
  });

  test.each(["4", "5", "255", "4.0"])("J07 version %s is newer: readable, and never rewritten", async (version) => {
    const text = withVersion(version, format);
    expect(upgraded(text, format)).toBe(text);
    expect(await asLoaded(text, format)).toEqual({ ...failed, said: ["version/newer"] });
  });

  test.each(["", "{}", "{", "[]", "null", '"version"'])(
    "J07 a text that holds no key, or cannot be read, stays as it is: %s",
    (text) => {
      expect(upgraded(text, format)).toBe(text);
    },
  );

  test("J09 what the upgrade does not know, or does not like, it keeps", () => {
    const config = { tui: 1, nonsense: { a: [null] }, models: { m: { enabled: "yes", clas: "full" } }, data: false };
    const text = JSON.stringify(config);
    expect(read(upgraded(text, format), format)).toEqual({ version: 3, ...config });
    const files = { [globalFile(format)]: text };
    const said = lint({ host: memoryHost({ files }) }).diagnostics.map(({ rule, path }) => `${rule} ${path}`);
    expect(said.filter((one) => one.startsWith("schema/"))).toEqual([
      "schema/wrong-type /tui",
      "schema/unknown-key /nonsense",
      "schema/wrong-type /models/m/enabled",
      "schema/unknown-key /models/m/clas",
      "schema/wrong-type /data",
    ]);
  });
});
