/** Whose file a text is, and what lint and load make of one that is somebody else's. */
import { describe, expect, test } from "vitest";
import { lint } from "../../src/toolkit/lint.js";
import { formatOf } from "../../src/toolkit/read/document/formats.js";
import { parse } from "../../src/toolkit/read/document/parse.js";
import { foreignTool } from "../../src/toolkit/read/other-tools/recognise.js";
import { layered } from "../machine/layered.js";

const toolOf = (file: string, text: string): string | undefined =>
  foreignTool(parse({ file, text }, formatOf(file)))?.tool.id;

const servers = (entry: object): string => JSON.stringify({ mcpServers: { a: entry } });

test.each([
  ["x.json", servers({ command: "x" }), "mcp-servers"],
  [".mcp.json", servers({ command: "x" }), "claude-code"],
  ["~/.cursor/mcp.json", servers({ command: "x" }), "cursor"],
  ["C:\\Users\\me\\.cursor\\mcp.json", servers({ command: "x" }), "cursor"],
  ["not.mcp.json", servers({ command: "x" }), "mcp-servers"],
  ["x.json", servers({ serverUrl: "https://x" }), "windsurf"],
  ["x.json", servers({ httpUrl: "https://x", timeout: 1 }), "gemini-cli"],
  ["x.json", servers({ command: "x", autoApprove: [] }), "cline"],
  ["x.json", '{ "servers": { "a": { "command": "x" } } }', "vscode"],
  ["settings.json", '{ "editor.tabSize": 2, "mcp": { "servers": { "a": { "command": "x" } } } }', "vscode"],
  ["x.json", '{ "mcp": { "a": { "type": "local", "command": ["x"] } } }', "opencode"],
  ["x.json", '{ "mcp": { "servers": { "a": { "type": "local", "command": ["x"] } } } }', "vscode"],
  [
    "x.json",
    '{ "$schema": "https://opencode.ai/config.json", "mcp": { "servers": { "a": { "type": "local" } } } }',
    "opencode",
  ],
  ["x.json", '{ "$schema": "https://opencode.ai/config.json", "tui": {}, "theme": "x" }', "opencode"],
  ["x.json", '{ "a": { "command": "x", "args": [] } }', "bare-servers"],
  ["config.yaml", "name: x\nversion: 0.0.1\nschema: v1\nmodels: []\n", "continue"],
  ["config.yaml", "mcpServers:\n- name: a\n  command: x\n", "continue"],
])("%s %s is a file of %s", (file, text, id) => {
  expect(toolOf(file, text)).toBe(id);
});

test.each([
  ["an empty file", "{}"],
  ["one of ours", '{ "version": 3, "mcp_servers": {} }'],
  ["one of ours with a key of another tool", servers({ command: "x" }).replace("{", '{ "version": 3, ')],
  ["the same without a version", servers({ command: "x" }).replace("{", '{ "providers": {}, ')],
  ["one of ours with a list of models", '{ "models": [{ "name": "x", "provider": "y" }] }'],
  ["one of ours with a misspelt section", '{ "mcp": { "a": { "command": "x" } } }'],
  ["one of ours with a misplaced key", '{ "shell": { "command": "bash" } }'],
  ["something else", '{ "name": "x", "scripts": { "test": "y" }, "bugs": { "url": "https://x.example" } }'],
  ["a broken file", '{ "mcpServers": { "a": '],
])("%s is of no other tool", (_, text) => {
  expect(toolOf("config.json", text)).toBeUndefined();
});

test("comments and trailing commas in JSON are no reason to look away, and are not reported", () => {
  const text = '// mine\n{ "mcpServers": { "a": { "command": "x", }, }, }';
  expect(toolOf("config.json", text)).toBe("mcp-servers");
  const { diagnostics } = lint({ texts: [{ file: "config.json", text }] });
  expect(diagnostics.map(({ rule, range }) => [rule, range.start.line, range.start.column])).toEqual([
    ["schema/other-tool", 2, 3],
  ]);
});

test("a file of ours with a key of another tool is checked like any other", () => {
  const text = `version: 3\nmcpServers: {}\nprovidrs: {}\ntui: { theme: darkk }\n`;
  const rules = lint({ texts: [{ file: "config.yaml", text }] }).diagnostics.map(({ rule }) => rule);
  expect(rules).toContain("schema/unknown-value");
  expect(rules).not.toContain("schema/other-tool");
});

describe("loading", () => {
  const foreign = servers({ command: "x" });

  test("is refused where the user's own file is of another tool", async () => {
    const at = layered({ global: foreign, project: {} });
    const result = await at.load();
    expect(result.ok).toBe(false);
    expect(at.said(result)).toEqual(["global error schema/other-tool mcpServers"]);
  });

  test("goes on without a project that is of another tool", async () => {
    const global = { mcp_servers: { own: { transport: "stdio", command: "y" } } };
    const at = layered({ global, project: foreign });
    const result = await at.load();
    expect(at.said(result)).toEqual(["project error schema/other-tool mcpServers"]);
    expect(Object.keys(result.config?.mcp_servers ?? {})).toEqual(["own"]);
  });
});
