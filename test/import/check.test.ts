/** `checkImport` and `agentcfg import --check`: what lint says of another tool's file, at the places of that file. */
import { expect, test } from "vitest";
import { type CheckResult, checkImport } from "../../src/toolkit/import-from.js";
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
    '4 warning secret/in-arguments "tr0ub4dor-and-3"',
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
  expect(stderr).toBe(".mcp.json (Claude Code): 5 findings, 1 of them an error\n");
  expect((await at.run(["import", ".mcp.json", "--check", "--diff"])).code).toBe(2);
  const fine = machine({ ".mcp.json": '{ "mcpServers": { "a": { "command": "a-mcp" } } }' });
  expect(await fine.run(["import", ".mcp.json", "--check", "--into", "global"])).toEqual({
    ...{ code: 0, stdout: "", stderr: ".mcp.json (Claude Code): no problems\n" },
  });
});
