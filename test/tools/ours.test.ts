/** Which files are a configuration of this agent: a key that other tools use as well proves nothing (S53). */
import { describe, expect, test } from "vitest";
import { importFrom } from "../../src/toolkit/import-from.js";
import { lint } from "../../src/toolkit/lint.js";

const reasonOf = (file: string, text: string): string => {
  const result = importFrom(text, { file });
  return result.ok ? `imported from ${result.tool}` : result.reason;
};

const OURS = /^it is a configuration of this agent already; `agentcfg lint .+` checks it$/;

test.each([
  ["x.yaml", "version: 3\nmcp_servers: {}\n"],
  ["x.yaml", "version: 3\ntui: { theme: dark }\n"],
  ["x.yaml", 'version: "3"\ndaemon: { retry: { max_retries: 5 } }\n'],
  ["x.yaml", "version: 3\nproviders: { a: { kind: { type: catalog, name: alpha } } }\n"],
  ["x.yaml", "version: 3\nproviders: { a: { urll: x, auth: { type: no_auth } } }\n"],
  ["x.json", '{ "providers": { "a": { "kind": { "type": "catalog", "name": "alpha" } } } }'],
  ["x.json", '{ "mcp_servers": { "a": { "transport": "stdio", "command": "x" } } }'],
  [".agent/config.yaml", "tui: { thme: dark }\n"],
  ["repo/.agent/config.json", '{ "models": { "default": "x" } }'],
  ["/home/me/.config/agent/config.yaml", "permissions: { allow: [x] }\n"],
  ["C:\\work\\.agent\\config.yaml", "providers: { a: { models: [{ id: x }] } }\n"],
  [".agent/config.json", '{ "models": { "large": { "model": "x" } } }'],
])("%s with %s is ours", (file, text) => {
  expect(reasonOf(file, text)).toMatch(OURS);
  expect(lint({ texts: [{ file, text }] }).diagnostics.map(({ rule }) => rule)).not.toContain("schema/other-tool");
});

describe("a file of a tool that shares keys with us", () => {
  const NOTHING = / without a server, provider or model that could be taken over$/;

  test.each([
    [".claude/settings.json", '{ "permissions": { "allow": ["Bash(ls)"] }, "env": { "A": "b" } }', "Claude Code"],
    [".claude/settings.local.json", '{ "permissions": { "deny": ["Read(.env)"] } }', "Claude Code"],
    [
      "x.json",
      '{ "$schema": "https://json.schemastore.org/claude-code-settings.json", "permissions": {} }',
      "Claude Code",
    ],
    [".mcp.json", '{ "permissions": { "allow": [] } }', "Claude Code"],
    ["crush.json", '{ "permissions": { "allowed_tools": ["view"] } }', "Crush"],
    ["goose/config.yaml", "providers: { anthropic: { configured: true } }\n", "goose"],
    ["opencode.json", '{ "tui": { "scroll_speed": 3 } }', "OpenCode"],
  ])("%s with %s says whose it is", (file, text, tool) => {
    expect(reasonOf(file, text)).toMatch(NOTHING);
    expect(reasonOf(file, text)).toContain(`it is a file of ${tool} `);
  });

  test.each([
    ["x.json", '{ "providers": { "a": { "base_url": "https://a.example/v1", "models": [{ "id": "m" }] } } }', "Crush"],
    [
      "x.json",
      '{ "models": { "large": { "model": "m", "provider": "a" } }, "mcp": { "s": { "type": "stdio", "command": "x" } } }',
      "Crush",
    ],
    ["x.yaml", "extensions: { a: { type: stdio, cmd: x } }\nproviders: { openai: { model: m } }\n", "goose"],
  ])("%s with %s is imported", (file, text, tool) => {
    expect(reasonOf(file, text)).toBe(`imported from ${tool}`);
    expect(lint({ texts: [{ file, text }] }).diagnostics.map(({ rule }) => rule)).toEqual(["schema/other-tool"]);
  });
});

test.each([
  ["x.json", '{ "models": { "default": "x" } }', "models"],
  ["x.json", '{ "version": 3, "models": { "default": "x" } }', "version"],
  ["x.json", '{ "permissions": { "allow": ["Bash(ls)"] } }', "permissions"],
  ["x.yaml", "telemetry: { enabled: true }\n", "telemetry"],
  ["x.yaml", 'version: "1.0.0"\nname: x\n', "version"],
  ["x.yaml", "updates: 5\nversion: 1.2\n", "updates"],
])("%s with %s is nobody's, and the reason names the key that we have as well", (file, text, key) => {
  const reason = reasonOf(file, text);
  expect(reason).toMatch(/^nothing in it tells which tool wrote it, although /);
  expect(reason).toContain(
    `although \`${key}\` is a key of this agent, whose files \`agentcfg lint ${file}\` checks; `,
  );
});
