/** `checkImport` and `agentcfg import --check`: what lint says of another tool's file, at the places of that file. */
import { expect, test } from "vitest";
import { type CheckResult, checkImport } from "../../src/toolkit/check-import.js";
import { machine } from "../machine/machine.js";
import { EXAMPLES, SECRETS } from "./examples.js";

const MCP = `{ "mcpServers": {
  "forge": { "command": "npx", "args": ["-y", "forge-mcp"], "env": { "FORGE_TOKEN": "ghp_Zx81kQmT4vLr0aYw77HsPdNc2eBu5fGi9JoK" } },
  "wiki": { "type": "http", "url": "http://wiki.corp.example/mcp", "headers": { "Authorization": "Bearer \${WIKI}" } },
  "notes": { "command": "notes", "args": ["--api-key", "tr0ub4dor-and-3"], "timeout": 30 }
} }`;

const TOML = `[mcp_servers.forge]
command = "npx"
args = ["-y", "forge-mcp@latest"]

[model_providers.gateway]
base_url = "https://gateway.corp.example/v1"
env_key = "GATEWAY_KEY"
wire_api = "chat"
`;

function said(result: CheckResult, text: string): readonly string[] {
  return result.diagnostics
    .filter(({ rule }) => rule !== "trust/starts-process")
    .map(({ rule, severity, range: { start, end } }) =>
      [start.line, severity, rule, text.slice(start.offset, end.offset)].join(" "),
    );
}

test("each finding stands where the file has its cause", () => {
  expect(said(checkImport(MCP, { file: ".mcp.json" }), MCP)).toEqual([
    '2 warning mcp/unpinned-package "forge-mcp"',
    '2 error secret/literal "ghp_Zx81kQmT4vLr0aYw77HsPdNc2eBu5fGi9JoK"',
    '3 warning mcp/cleartext-credential "http://wiki.corp.example/mcp"',
    '4 error secret/literal "tr0ub4dor-and-3"',
  ]);
});

test("as a user's own file", () => {
  const found = said(checkImport(MCP, { file: ".mcp.json", as: "global" }), MCP);
  expect(found.slice(0, 2).map((line) => line.split(" ").slice(1, 3))).toEqual([
    ["info", "mcp/unpinned-package"],
    ["warning", "secret/literal"],
  ]);
});

test("TOML", () => {
  expect(said(checkImport(TOML, { file: ".codex/config.toml" }), TOML)).toEqual([
    '3 warning mcp/unpinned-package "forge-mcp@latest"',
  ]);
});

test("no secret of the examples is in what is said of them, and every place is in the text", () => {
  for (const { name, text } of EXAMPLES) {
    const result = checkImport(text, { file: name });
    expect(result.ok).toBe(true);
    const shown = JSON.stringify(result);
    expect(SECRETS.filter((secret) => shown.includes(secret))).toEqual([]);
    for (const { range } of result.diagnostics) expect(range.end.offset).toBeLessThanOrEqual(text.length);
  }
});

test("a file of nobody, and one that is broken", () => {
  expect(checkImport("{}", { file: "a.json" })).toMatchObject({ ok: false, reason: "it is empty" });
  expect(checkImport('{ "mcpServers": ', { file: ".mcp.json" })).toMatchObject({
    ok: false,
    reason: "it cannot be read",
  });
});

test("the command says each finding in a line, writes nothing and fails on errors", async () => {
  const at = machine({ ".mcp.json": MCP });
  const { code, stdout, stderr } = await at.run(["import", ".mcp.json", "--check"]);
  expect(code).toBe(1);
  expect(stdout.split("\n").filter((line) => line.startsWith(".mcp.json:2:"))).toHaveLength(3);
  expect(stdout).not.toContain("ghp_");
  expect(stderr).toBe(".mcp.json (Claude Code): 5 findings, 2 of them errors\n");
  expect((await at.run(["import", ".mcp.json", "--check", "--diff"])).code).toBe(2);
  const fine = machine({ ".mcp.json": '{ "mcpServers": { "a": { "command": "a-mcp" } } }' });
  expect(await fine.run(["import", ".mcp.json", "--check", "--into", "global"])).toEqual({
    ...{ code: 0, stdout: "", stderr: ".mcp.json (Claude Code): no problems\n" },
  });
});

/** What a check says of one server, infos about programs aside. */
const of = (entry: unknown, file = ".mcp.json"): readonly string[] => {
  const text = JSON.stringify({ mcpServers: { a: entry } });
  return said(checkImport(text, { file }), text);
};

test.each<readonly [unknown, readonly string[]]>([
  [{}, ['1 error schema/missing-key "a"']],
  [{ cmd: "srv" }, ['1 error schema/missing-key "a"', '1 warning schema/unknown-key "cmd"']],
  [{ comand: "srv", args: ["x"] }, ['1 error schema/missing-key "a"', '1 warning schema/unknown-key "comand"']],
  [{ type: "http" }, ['1 error schema/missing-key "a"']],
  [
    { type: "http", urll: "https://x.example" },
    ['1 error schema/missing-key "a"', '1 warning schema/unknown-key "urll"'],
  ],
  [{ command: "" }, ['1 error schema/format ""']],
  [{ command: null }, ['1 error schema/missing-key "a"']],
  ["srv", ['1 error schema/wrong-type "a"']],
  [null, ['1 error schema/wrong-type "a"']],
  [["srv"], ['1 error schema/wrong-type "a"']],
  [{ command: "srv", args: [{ x: 1 }] }, ['1 error schema/wrong-type {"x":1}']],
  [{ command: "srv", env: ["A=b"] }, ['1 error schema/wrong-type "env"']],
  [{ command: "srv", env: { A: { b: 1 } } }, ['1 error schema/wrong-type "A"']],
  [{ command: "srv", cwd: "/x" }, ['1 warning schema/unknown-key "cwd"']],
  [{ command: "srv", argz: ["x"] }, ['1 warning schema/unknown-key "argz"']],
  [{ command: "srv", url: "https://x.example" }, ['1 warning mcp/other-transport "url"']],
  [{ command: "srv", type: "grpc" }, ['1 warning schema/unknown-value "type"']],
  [{ command: "srv", timeout: "soon" }, ['1 warning schema/unknown-key "timeout"']],
  [{ command: "srv", args: [], env: {}, disabled: false, timeout: 1000 }, []],
  [{ type: "stdio", command: "srv", args: ["--port", "80"], env: { A: "b" } }, []],
  [{ type: "http", url: "https://x.example/mcp", headers: { "X-Team": "tools" } }, []],
])("%j", (entry, expected) => {
  expect(of(entry)).toEqual(expected);
});

test("what is said of a lost key names it, and what to do where that is known", () => {
  const { diagnostics } = checkImport(
    '{ "mcpServers": { "a": { "command": "x", "cwd": "/y" }, "b": { "cmd": "srv" } } }',
  );
  expect(diagnostics.map(({ message }) => message).filter((message) => message.startsWith("`mcpServers"))).toEqual([
    "`mcpServers.a.cwd` has no counterpart; write absolute paths in `args`",
    "`mcpServers.b` has neither a command nor a URL",
    "`mcpServers.b.cmd` has no counterpart; did you mean `command`?",
  ]);
});

const COMMA = '{ "mcpServers": { "a": { "command": "x", } } }';
const COMMENT = '{ // mine\n "mcpServers": { "a": { "command": "x" } } }';

test.each([
  [".mcp.json", COMMA, ["1 error syntax/json ,"]],
  [".mcp.json", COMMENT, ["1 error syntax/json // mine"]],
  ["claude_desktop_config.json", COMMA, ["1 error syntax/json ,"]],
  ["cline_mcp_settings.json", COMMENT, ["1 error syntax/json // mine"]],
  [".gemini/settings.json", COMMA, ["1 error syntax/json ,"]],
  [".gemini/settings.json", COMMENT, []],
  [".vscode/mcp.json", COMMA.replace("mcpServers", "servers"), []],
  ["opencode.jsonc", `{ // mine\n "mcp": { "a": { "type": "local", "command": ["x"], } } }`, []],
  [".cursor/mcp.json", COMMENT, []],
  ["x.jsonc", COMMENT, []],
])("whether a tool reads comments and trailing commas: %s %j", (file, text, expected) => {
  expect(said(checkImport(text, { file }), text)).toEqual(expected);
});
