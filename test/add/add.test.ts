/** What adding entries does to texts: they are there afterwards, and every other byte is as it was. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type AddOutcome, add } from "../../src/toolkit/add.js";
import { readInputs } from "../../src/toolkit/lint.js";
import { isObject, type Json, type JsonObject, own } from "../../src/toolkit/read/document/data.js";
import { toData } from "../../src/toolkit/read/document/node.js";
import { parse } from "../../src/toolkit/read/document/parse.js";
import { configArbitrary } from "../arbitrary/config.js";
import { lookArbitrary } from "../arbitrary/slips.js";
import type { Spelling } from "../arbitrary/spelling.js";
import { treeOf, write } from "../arbitrary/written.js";
import { cases } from "../cases.js";

const SERVER = { transport: "stdio", command: "npx", args: ["-y", "x"], env: { A: "1" } };
const SECTIONS = {
  providers: { "p-new": { kind: { type: "custom_beta_compatible" }, url: "https://x.example/v1" } },
  mcp_servers: { "new one": SERVER, other: { transport: "http", url: "https://x.example/mcp" } },
} as const;

function outcomeOf({ format, text }: Spelling, sections: Readonly<Record<string, JsonObject>> = SECTIONS): AddOutcome {
  const inputs = readInputs({ texts: [{ file: "config", text, format, as: "global" }] });
  const [layer] = inputs.groups.flat();
  if (layer === undefined) return expect.fail("no layer was read");
  return add(inputs, layer, sections);
}

function dataOf({ format, text }: Spelling): Json {
  const { root, problems } = parse({ file: "config", text }, format);
  expect(problems).toEqual([]);
  return root === undefined ? null : toData(root);
}

/** How many lines of a text are not in another one. */
function lostLines(before: string, after: string): number {
  const lines = after.split(/\r?\n/);
  return before.split(/\r?\n/).filter((line) => {
    const at = lines.indexOf(line);
    if (at !== -1) lines.splice(at, 1);
    return at === -1;
  }).length;
}

/** Whether the letters of a text are in another one, in their order. */
function isWithin(before: string, after: string): boolean {
  let at = 0;
  for (const letter of before.replace(/[\s,]/g, "")) {
    at = after.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

const known = (config: Json): boolean => isObject(config) && Number(own(config, "version") ?? 3) <= 3;
const configs = configArbitrary().filter(known);

describe("in any file, in every style", () => {
  test("gives the data with those entries, and keeps every line and comment", () => {
    const kinds: Record<AddOutcome["kind"], number> = { changed: 0, unchanged: 0, "by-hand": 0, newer: 0 };
    fc.assert(
      fc.property(configs, lookArbitrary, (config, look) => {
        const { text, comments } = write(treeOf(config), look);
        const outcome = outcomeOf({ format: look.format, text });
        kinds[outcome.kind] += 1;
        if (outcome.kind !== "changed" || !isObject(config)) return;
        const expected = { ...config };
        for (const [section, entries] of Object.entries(SECTIONS)) {
          const there = own(config, section);
          expected[section] = { ...(isObject(there) ? there : {}), ...entries };
        }
        expect(dataOf({ format: look.format, text: outcome.text })).toEqual(expected);
        expect(comments.filter((comment) => !outcome.text.includes(comment))).toEqual([]);
        const isNull = Object.keys(SECTIONS).some((section) => own(config, section) === null);
        expect(isNull || isWithin(text, outcome.text)).toBe(true);
        // Of each section, the line that gets a comma, or the one line that it is.
        expect(lostLines(text, outcome.text)).toBeLessThanOrEqual(2 * Object.keys(SECTIONS).length);
        expect(outcome.text.startsWith("\ufeff")).toBe(text.startsWith("\ufeff"));
      }),
      { numRuns: cases(300) },
    );
    expect(kinds["by-hand"]).toBeLessThanOrEqual(cases(10));
    expect(kinds.changed).toBeGreaterThan(cases(280));
  });

  test("keeps what is there, byte for byte", () => {
    fc.assert(
      fc.property(configs, lookArbitrary, (config, look) => {
        const { text } = write(treeOf(config), look);
        const first = outcomeOf({ format: look.format, text });
        if (first.kind !== "changed") return;
        const others = { mcp_servers: { other: SERVER }, providers: { "p-new": { url: "https://y.example" } } };
        expect(outcomeOf({ format: look.format, text: first.text }, others)).toEqual({
          kind: "unchanged",
          kept: [
            ["mcp_servers", "other"],
            ["providers", "p-new"],
          ],
        });
      }),
      { numRuns: cases(100) },
    );
  });
});

test.each<readonly [string, Spelling["format"], string, string]>([
  [
    "an empty section in braces",
    "yaml",
    "# mine\nmcp_servers: {} # none yet\n",
    '# mine\nmcp_servers: { s: { transport: stdio, command: npx, args: ["-y", x], env: { A: "1" } } } # none yet\n',
  ],
  [
    "a section that is null",
    "yaml",
    "version: 3\nmcp_servers:\ntui: {}\n",
    'version: 3\nmcp_servers: { s: { transport: stdio, command: npx, args: ["-y", x], env: { A: "1" } } }\ntui: {}\n',
  ],
  [
    "a block",
    "yaml",
    "mcp_servers:\r\n    a: # mine\r\n        transport: stdio\r\n        command: x\r\n\r\n# end\r\n",
    'mcp_servers:\r\n    a: # mine\r\n        transport: stdio\r\n        command: x\r\n    s:\r\n        transport: stdio\r\n        command: npx\r\n        args: ["-y", x]\r\n        env:\r\n            A: "1"\r\n\r\n# end\r\n',
  ],
  [
    "an object over several lines",
    "jsonc",
    '{\n  "mcp_servers": {\n    "a": {}, // mine\n  },\n}\n',
    '{\n  "mcp_servers": {\n    "a": {}, // mine\n    "s": { "transport": "stdio", "command": "npx", "args": ["-y", "x"], "env": { "A": "1" } },\n  },\n}\n',
  ],
])("into %s", (_, format, before, after) => {
  const outcome = outcomeOf({ format, text: before }, { mcp_servers: { s: SERVER } });
  expect(outcome.kind === "changed" && outcome.text).toBe(after);
});

test.each([
  ["a list", "mcp_servers: []\n", "by-hand"],
  ["a text", "mcp_servers: x\n", "by-hand"],
  ["a newer file", "version: 9\n", "newer"],
])("%s is left to its author", (_, text, kind) => {
  expect(outcomeOf({ format: "yaml", text }).kind).toBe(kind);
});
