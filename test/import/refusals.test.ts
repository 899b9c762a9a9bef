/** Why a file of another tool is not imported, and the mistakes that do not keep it from being imported. */
import { describe, expect, test } from "vitest";
import { checkImport } from "../../src/toolkit/check-import.js";
import { type ImportResult, importFrom } from "../../src/toolkit/import-from.js";

/** The value of the first server of a configuration. */
function firstServer(result: ImportResult): unknown {
  if (!result.ok) throw new Error(result.reason);
  return Object.values(result.config.mcp_servers ?? {})[0];
}

const quoted = (entry: string): string => `{ "mcpServers": { "a": { ${entry} } } }`;

describe("a path whose backslashes are read as escapes", () => {
  test.each([
    ['"command": "x", "args": ["c:\\temp"]', { command: "x", args: ["c:\\temp"] }, ['"c:\\temp"']],
    ['"command": "x", "args": ["c:\\temp\\new"]', { command: "x", args: ["c:\\temp\\new"] }, ['"c:\\temp\\new"']],
    ['"command": "c:\\bin\\run.exe"', { command: "c:\\bin\\run.exe" }, ['"c:\\bin\\run.exe"']],
    ['"command": "x", "env": { "DIR": "D:\\data" }', undefined, []],
    ['"command": "x", "env": { "DIR": "D:\\notes" }', { env: { DIR: "D:\\notes" } }, ['"D:\\notes"']],
    ['"command": "x", "args": ["--root=c:\\repo"]', { args: ["--root=c:\\repo"] }, ['"--root=c:\\repo"']],
    ['"command": "c:\\\\bin\\\\run.exe"', { command: "c:\\bin\\run.exe" }, []],
  ])("%s", (entry, server, marked) => {
    const text = quoted(entry);
    const result = importFrom(text, { file: ".mcp.json" });
    const checked = checkImport(text, { file: ".mcp.json" });
    if (server === undefined) {
      expect(result).toMatchObject({ ok: false, diagnostics: [{ rule: "syntax/json" }] });
      return;
    }
    expect(firstServer(result)).toMatchObject(server);
    expect(result.remarks.map(({ message }) => message)).toEqual(
      marked.map(() => expect.stringMatching(/is a path whose `\\` begins an escape/)),
    );
    const warnings = checked.diagnostics.filter(({ rule }) => rule === "path/lost-backslash");
    expect(warnings.map(({ severity }) => severity)).toEqual(marked.map(() => "warning"));
    expect(warnings.map(({ range: { start, end } }) => text.slice(start.offset, end.offset))).toEqual(marked);
  });

  test("in YAML, and only where double quotes make it one", () => {
    const yaml = `mcpServers:\n  - { name: a, command: "c:\\tools\\bin", args: ['c:\\temp', c:\\temp] }\n`;
    const result = importFrom(yaml, { file: ".continue/config.yaml" });
    expect(firstServer(result)).toEqual({
      ...{ transport: "stdio", command: "c:\\tools\\bin", args: ["c:\\temp", "c:\\temp"] },
    });
    expect(result.remarks).toHaveLength(1);
  });
});

test.each([
  ['[mcp_servers.a]\ncommand = "x"\n[mcp_servers.a]\ncommand = "y"\n', 3, /a table stands twice/],
  ['[mcp_servers.a]\ncommand = "x"\ncommand = "y"\n', 3, /a key stands twice/],
  ['[mcp_servers.a]\r\ncommand = "c:\\tools\\users"\r\n', 2, /a path stands in single quotes, as `'C:\\tools'`/],
  ['model = "x\n', 1, /a quote is not closed/],
  ["model = \n[a]\n", 1, /a value is missing/],
  ["model = big\n", 1, /a value is missing, or lacks its quotes/],
  ["[mcp_servers.a]\ncommand 'x'\n", 2, /a key needs a `=` after it/],
  ["[mcp_servers.a]\ncommand: 'x'\n", 2, /a key needs a `=` after it/],
  ["[mcp_servers.a]\nenv = { A = 'b', }\n", 2, /an inline table stands on one line, without a comma/],
  ["[mcp_servers.a\ncommand = 'x'\n", undefined, /a `\]` is missing/],
  ["[mcp_servers.a]\nargs = ['x'\n", undefined, /a `\]` is missing/],
])("TOML that its tool refuses too: %j", (text, line, reason) => {
  const result = importFrom(text, { file: ".codex/config.toml" });
  expect(result).toMatchObject({ ok: false, reason: expect.stringMatching(reason) });
  const where = /^it is no valid TOML in line (\d+): /.exec(result.ok ? "" : result.reason)?.[1];
  if (line !== undefined) expect(where).toBe(String(line));
});

test.each([
  ["a.json", '{ "mcpServers": { "a": '],
  ["a.json", '{ "mcpServers": { "a": { "command": "c:\\users" } } }'],
  ["a.json", "[1]"],
  ["a.yaml", "mcpServers:\n  a: { command: !env X }\n"],
  ["a.yaml", "mcpServers: {}\n---\nb: 1\n"],
  ["a.yaml", "mcpServers:\n\ta: 1\n"],
  ["a.yaml", "a: &a [*a]\n"],
  ["a.json", '{ "mcpServers": { "a": { "command": "\\ud800" } } }'],
  ["a.json", "\0"],
  ["a.json", new Uint8Array([0xff, 0xfe, 0x7b, 0x00])],
  ["a.json", new Uint8Array([0x7b, 0x80, 0x7d])],
  ["a.json", "[".repeat(5000)],
  ["a.json", `{ "mcpServers": "${"x".repeat(1024 * 1024)}" }`],
])("%s cannot be read, for a reason with a place (%#)", (file, text) => {
  for (const result of [importFrom(text, { file }), checkImport(text, { file })]) {
    const diagnostic = { severity: "error", message: expect.stringMatching(/.{10}/), range: expect.anything() };
    expect(result).toMatchObject({ ok: false, diagnostics: [diagnostic] });
  }
});
