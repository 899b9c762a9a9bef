/** A list that `set` writes over another one: items that stay keep their lines, their quotes and their comments. */
import { expect, test } from "vitest";
import { readInputs } from "../../src/toolkit/lint.js";
import type { Format } from "../../src/toolkit/read/document/formats.js";
import { put } from "../../src/toolkit/set.js";

const PATH = ["permissions", "secret_files"];

function after(format: Format, text: string, items: readonly string[]): string {
  const inputs = readInputs({ texts: [{ file: "config", text, format, as: "global" }] });
  const [layer] = inputs.groups.flat();
  if (layer === undefined) return expect.fail("no layer was read");
  const outcome = put(inputs, layer, [{ path: PATH, value: { value: items } }]);
  return outcome.kind === "changed" ? outcome.text : outcome.kind;
}

const block = (...lines: readonly string[]): string => `permissions:\n  secret_files:\n${lines.join("\n")}\n`;

const COMMENTED = block("    # keys", '    - "*.pem" # pem', "    - '*.bak' # old", "    # last");

test.each<[string, string, readonly string[], string]>([
  [
    "one more at the end",
    COMMENTED,
    ["*.pem", "*.bak", "x"],
    block("    # keys", '    - "*.pem" # pem', "    - '*.bak' # old", "    - x", "    # last"),
  ],
  [
    "one more at the beginning",
    COMMENTED,
    ["x", "*.pem", "*.bak"],
    block("    # keys", "    - x", '    - "*.pem" # pem', "    - '*.bak' # old", "    # last"),
  ],
  [
    "two more in between",
    COMMENTED,
    ["*.pem", "x", "y", "*.bak"],
    block("    # keys", '    - "*.pem" # pem', "    - x", "    - y", "    - '*.bak' # old", "    # last"),
  ],
  ["one less", COMMENTED, ["*.bak"], block("    # keys", "    - '*.bak' # old", "    # last")],
  [
    "another one in place of the last",
    COMMENTED,
    ["*.pem", "x"],
    block("    # keys", '    - "*.pem" # pem', "    - x", "    # last"),
  ],
  [
    "the other order",
    COMMENTED,
    ["*.bak", "*.pem"],
    block("    # keys", "    - '*.bak' # old", '    - "*.pem" # pem', "    # last"),
  ],
  ["others, between comments", COMMENTED, ["x", "y"], block("    # keys", "    - x", "    - y", "    # last")],
  [
    "the same item twice",
    block("    - a # 1", "    - b # 2"),
    ["a", "a", "b"],
    block("    - a # 1", "    - a", "    - b # 2"),
  ],
  ["others, without comments", block("    - a", "    - b"), ["x"], "permissions:\n  secret_files: [x]\n"],
  ["nothing", block("    - a", "    - b"), [], "permissions:\n  secret_files: []\n"],
  [
    "a block that is not indented",
    "permissions:\n  secret_files:\n  - a # 1\n  - b\n",
    ["a", "x", "b"],
    "permissions:\n  secret_files:\n  - a # 1\n  - x\n  - b\n",
  ],
  [
    "brackets on one line",
    "permissions: { secret_files: ['*.pem', b] } # mine\n",
    ["*.pem", "x", "b", "y"],
    "permissions: { secret_files: ['*.pem', x, b, y] } # mine\n",
  ],
  [
    "brackets over several lines",
    "permissions:\n  secret_files: [\n    '*.pem', # pem\n    b # last\n  ]\n",
    ["x", "*.pem", "b", "y"],
    "permissions:\n  secret_files: [\n    x,\n    '*.pem', # pem\n    b, # last\n    y\n  ]\n",
  ],
  [
    "lines that end in CRLF",
    COMMENTED.replaceAll("\n", "\r\n"),
    ["*.pem", "x", "*.bak"],
    block("    # keys", '    - "*.pem" # pem', "    - x", "    - '*.bak' # old", "    # last").replaceAll("\n", "\r\n"),
  ],
  [
    "an item over several lines",
    block("    - a", "    - |-", "      b", "    - c # 3"),
    ["a", "b", "x", "c"],
    block("    - a", "    - |-", "      b", "    - x", "    - c # 3"),
  ],
  [
    "an item that another one repeats",
    block("    - &one a # 1", "    - b", "    - *one"),
    ["a", "b", "x", "a"],
    block("    - &one a # 1", "    - b", "    - x", "    - *one"),
  ],
])("in YAML: %s", (_, before, items, expected) => {
  expect(after("yaml", before, items)).toBe(expected);
});

test.each<[string, Format, string, readonly string[], string]>([
  [
    "one more in lines",
    "json",
    '{\n  "permissions": {\n    "secret_files": [\n      "a",\n      "b"\n    ]\n  }\n}\n',
    ["a", "x", "b", "y"],
    '{\n  "permissions": {\n    "secret_files": [\n      "a",\n      "x",\n      "b",\n      "y"\n    ]\n  }\n}\n',
  ],
  [
    "comments and a comma at the end",
    "jsonc",
    '{ "permissions": { "secret_files": [\n  // keys\n  "a", // 1\n  "b", // 2\n] } }\n',
    ["a", "x"],
    '{ "permissions": { "secret_files": [\n  // keys\n  "a", // 1\n  // 2\n  "x",\n] } }\n',
  ],
  [
    "a comment on one line",
    "jsonc",
    '{ "permissions": { "secret_files": ["a" /* 1 */, "b"] } }\n',
    ["a", "b", "x"],
    '{ "permissions": { "secret_files": ["a" /* 1 */, "b", "x"] } }\n',
  ],
])("in JSON: %s", (_, format, before, items, expected) => {
  expect(after(format, before, items)).toBe(expected);
});
