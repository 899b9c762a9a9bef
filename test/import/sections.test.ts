/** Sections of another tool's file that hold no entries, and keys of its root that are about something else. */
import { expect, test } from "vitest";
import { importFrom } from "../../src/toolkit/import-from.js";

const said = (text: string, file: string): readonly string[] =>
  importFrom(text, { file }).remarks.map(({ message }) => message);

const SERVER = '"mcpServers": { "a": { "command": "x" } }';
const PROVIDER = "providers: { openai: { model: m } }";

test.each([
  ["goose/config.yaml", `extensions: 5\n${PROVIDER}\nactive_provider: openai\n`, "extensions is neither a mapping"],
  ["goose/config.yaml", "GOOSE_PROVIDER: openai\nextensions: a, b\n", "extensions is neither a mapping"],
  ["goose/config.yaml", "GOOSE_PROVIDER: openai\nproviders: null\n", "providers has no entries"],
  [
    "opencode.json",
    '{ "provider": true, "mcp": { "a": { "type": "local", "command": ["x"] } } }',
    "provider is neither",
  ],
  ["config.toml", 'model = "m"\nmodel_provider = "openai"\nmcp_servers = 3\n', "mcp_servers is neither a mapping"],
  [".mcp.json", '{ "mcpServers": [] }', "mcpServers has no entries"],
])("%s: %s", (file, text, message) => {
  expect(said(text, file).filter((one) => one.startsWith(message))).toHaveLength(1);
});

test.each([
  ["theme", "theme says nothing of servers, providers or models"],
  ["theme editor", "theme says nothing of servers, providers or models, nor does `editor`"],
  ["a b c", "a says nothing of servers, providers or models, nor do `b` and `c`"],
  ["a b c d e f g h", "a says nothing of servers, providers or models, nor do `b`, `c`, `d`, `e`, `f` and 2 more"],
  ["a sk-0123456789abcdefghij0123=x", "a says nothing of servers, providers or models, nor does `<redacted>…`"],
  ["a \u001b[31m", "a says nothing of servers, providers or models, nor does `\\x1b[31m`"],
])("the keys %j of the root are named", (keys, message) => {
  const others = keys.split(" ").map((key) => `${JSON.stringify(key)}: 1`);
  expect(said(`{ ${SERVER}, ${others.join(", ")} }`, ".mcp.json")).toContain(message);
});

test("an empty mapping is no mistake", () => {
  expect(said('{ "mcpServers": {} }', ".mcp.json").filter((one) => one.includes("entries"))).toEqual([]);
});
