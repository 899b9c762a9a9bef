/** The outline of a text: what it lists, and what it never shows. */
import { expect, test } from "vitest";
import { type OutlineSymbol, symbolsOf } from "../../src/service/marks/symbols.js";
import type { Format } from "../../src/toolkit/read/document/formats.js";
import { configShape } from "../../src/toolkit/read/schema/shape.js";
import { layerFrom, snapshotOf } from "./snapshot.js";

function outline(text: string, format: Format = "yaml"): readonly OutlineSymbol[] {
  const layer = layerFrom(text, "global", format);
  return symbolsOf(layer.document, configShape, snapshotOf(layer).redactor);
}

/** Kind, name and detail of each symbol, indented. */
function drawn(symbols: readonly OutlineSymbol[], indent = ""): string {
  return symbols
    .map(({ kind, name, detail, children }) => {
      const said = detail === undefined ? "" : ` (${detail})`;
      return `${indent}${kind} ${name}${said}\n${drawn(children, `${indent}  `)}`;
    })
    .join("");
}

const TEXT = `
version: 3
providers:
  acme:
    kind: { type: custom_beta_compatible }
    url: https://api.acme.example/v1
models:
  acme/big-1.5: { provider: acme, context_window: 100000 }
permissions:
  secret_files: [.env, "*.pem"]
  secret_words: []
facets:
  plan: { source: .agent/facets/plan.md }
mcp_servers:
  files:
    transport: stdio
    command: files-mcp
    env: { LEVEL: high }
`;

test("sections, the entries that people named, and values that the schema lists", () => {
  expect(`\n${drawn(outline(TEXT))}`).toBe(`
value version (3)
section providers
  entry acme
    section kind (custom_beta_compatible)
      value type (custom_beta_compatible)
    value url
section models
  entry acme/big-1.5 (acme)
    value provider (acme)
    value context_window (100000)
section permissions
  value secret_files (2 items)
  value secret_words (0 items)
section facets
  entry plan
    value source
section mcp_servers
  entry files (stdio)
    value transport (stdio)
    value command
    section env
      entry LEVEL
`);
});

test.each<[string, string, Format, string]>([
  ["an empty text", "", "yaml", ""],
  ["comments only", "# nothing\n", "yaml", ""],
  ["a list", "- a\n", "yaml", ""],
  ["a text that cannot be read", "models: {", "yaml", ""],
  ["JSON", '{ "tui": { "theme": "dark" } }', "json", "section tui\n  value theme (dark)\n"],
  ["JSONC", '{ // a comment\n  "tui": { "theme": "dark", }, }', "jsonc", "section tui\n  value theme (dark)\n"],
  ["a byte order mark and CRLF", "\ufefftui:\r\n  theme: dark\r\n", "yaml", "section tui\n  value theme (dark)\n"],
  ["a key without a value", "tui:\n  theme:\nfacets:\n", "yaml", "section tui\n  value theme\nvalue facets\n"],
  ["an unknown key", "frobnicate: { a: 1 }\n", "yaml", "section frobnicate\n  value a\n"],
  ["a key that is empty", '"": 1\n', "yaml", 'value ""\n'],
  ["a key of white space", '"  ": 1\n', "yaml", 'value "  "\n'],
  ["keys of every object", "constructor: 1\ntoString: { valueOf: 1 }\n", "yaml", drawnKeys()],
  [
    "a key with line breaks and Markdown",
    '"a\\n[x](command:y) <b>\\u202e": 1\n',
    "yaml",
    "value a\\n[x](command:y) <b>\\u{202e}\n",
  ],
  ["a long key", `${"k".repeat(1000)}: 1\n`, "yaml", `value ${"k".repeat(79)}…\n`],
])("%s", (_, text, format, expected) => {
  expect(drawn(outline(text, format))).toBe(expected);
});

function drawnKeys(): string {
  return "value constructor\nsection toString\n  value valueOf\n";
}

test("an alias has no symbols of its own: its text stands elsewhere", () => {
  const text = "models:\n  a: &a { class: mini }\n  b: *a\n";
  expect(drawn(outline(text))).toBe("section models\n  entry a\n    value class (mini)\n  entry b\n");
});

test("a secret is in no name and in no detail", () => {
  const word = "correct-horse-battery-staple";
  const text = [
    `permissions: { secret_words: [${word}] }`,
    `default_agent: { model: ${word} }`,
    `models: { x-${word}: { provider: ${word}, class: mini } }`,
    "providers: { p: { kind: { type: custom_beta_compatible }, auth: { type: static_key, key: sk-CANARY0123456789CANARY } } }",
    "sk-CANARY0123456789CANARY: { a: 1 }",
    "mcp_servers: { s: { transport: http, auth: { type: authorization-header, value: 4711471147114711 } } }",
    "",
  ].join("\n");
  const shown = JSON.stringify(outline(text));
  expect(shown).not.toContain(word);
  expect(shown).not.toContain("CANARY");
  expect(shown).not.toContain("4711");
  expect(shown).toContain("<redacted>");
});

test("the name is marked, and the whole goes to the end of the value", () => {
  const text = "tui:\n  theme: dark # nice\n\nfacets:\n  plan:\n    source: |\n      a.md\n\n# end\n";
  const [tui, facets] = outline(text);
  const marked = [tui, tui?.children[0], facets].map((symbol) =>
    symbol === undefined ? [] : [symbol.nameSpan, symbol.span].map(({ start, end }) => text.slice(start, end)),
  );
  expect(marked).toEqual([
    ["tui", "tui:\n  theme: dark # nice"],
    ["theme", "theme: dark"],
    ["facets", "facets:\n  plan:\n    source: |\n      a.md"],
  ]);
});

test("no text has more than 10,000 symbols", () => {
  const text = Array.from({ length: 12_000 }, (_, index) => `k${index}: 1`).join("\n");
  expect(outline(text)).toHaveLength(10_000);
});
