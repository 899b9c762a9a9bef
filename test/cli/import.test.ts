/** `import`, as a user calls it. */
import { readdirSync, statSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Files, type Machine, machine } from "../machine/machine.js";
import { GLOBAL, PROJECT } from "../machine/names.js";
import { runHere } from "../machine/run.js";

const FOREIGN = `{
  "mcpServers": {
    "wiki": { "type": "http", "url": "https://wiki.example.com/mcp", "headers": { "X-Api-Key": "k33p-me-out" } },
    "notes": { "command": "npx", "args": ["-y", "notes@1.2.0"], "cwd": "/srv" }
  }
}
`;

const on = (files: Files = {}): Machine => machine({ ".mcp.json": FOREIGN, ...files });

describe("without --into", () => {
  test("prints the configuration, says the rest, and writes nothing", async () => {
    const at = on();
    expect(await at.run(["import", ".mcp.json"])).toEqual({
      code: 0,
      stdout: `version: 3
mcp_servers:
  wiki:
    transport: http
    url: https://wiki.example.com/mcp
    headers:
      X-Api-Key: "\${WIKI_API_KEY}"
  notes:
    transport: stdio
    command: npx
    args: ["-y", notes@1.2.0]
`,
      stderr: `.mcp.json:4:65: mcpServers.notes.cwd has no counterpart; write absolute paths in \`args\`
imported from Claude Code; \`--into global\` or \`--into project\` adds it to your configuration
set WIKI_API_KEY in your environment: the secret that the file holds (mcp_servers.wiki.headers.X-Api-Key)
`,
    });
    expect(readdirSync(at.repository).toSorted()).toEqual([".git", ".mcp.json"]);
    expect(readdirSync(at.home)).toEqual([]);
  });

  test("prints JSON, too", async () => {
    const { stdout } = await on().run(["import", ".mcp.json", "--format", "json"]);
    expect(JSON.parse(stdout)).toMatchObject({ version: 3, mcp_servers: { notes: { args: ["-y", "notes@1.2.0"] } } });
    expect(stdout).toMatch(/^\{\n {2}"version": 3,\n/);
  });

  test("reads standard input", async () => {
    const { host } = on();
    const { code, stdout, stderr } = await runHere(["import", "-"], host, FOREIGN);
    expect({ code, lines: stdout.split("\n").length }).toEqual({ code: 0, lines: 12 });
    expect(stderr).toContain("<stdin>:4:65: mcpServers.notes.cwd");
    expect((await runHere(["import", "-"], host, "mcpServers:\n  a: { command: x }\n")).stdout).toContain("command: x");
  });

  test("prints nothing that acts on a terminal", async () => {
    const text = JSON.stringify({ mcpServers: { a: { command: "x", args: ["\u001b[2J", "a\u202eb", "\u0085"] } } });
    for (const format of ["yaml", "json"]) {
      const { stdout, stderr } = await on({ "x.json": text }).run(["import", "x.json", "--format", format]);
      expect(stdout + stderr).not.toMatch(/[\u001b\u0085\u202e]/);
      expect(stdout).toContain("\\u202e");
    }
  });

  test("what it prints is a configuration without errors", async () => {
    const at = on();
    const { stdout } = await at.run(["import", ".mcp.json"]);
    const { code, stdout: report } = await runHere(["lint", "-"], at.host, stdout);
    expect({ code, report }).toEqual({ code: 0, report: "" });
  });
});

describe("--into", () => {
  test("creates the file of a layer, for its user's eyes only", async () => {
    const at = on();
    for (const [layer, file, name] of [
      ["global", GLOBAL, "~/.config/agent/config.yaml"],
      ["project", PROJECT, ".agent/config.yaml"],
    ] as const) {
      const { code, stderr } = await at.run(["import", ".mcp.json", "--into", layer]);
      expect({ code, said: stderr.split("\n").slice(1) }).toEqual({
        code: 0,
        said: [
          `${name}: 2 entries imported from Claude Code`,
          "set WIKI_API_KEY in your environment: the secret that the file holds (mcp_servers.wiki.headers.X-Api-Key)",
          "",
        ],
      });
      expect(at.read(file)).toBe((await at.run(["import", ".mcp.json"])).stdout);
      expect(statSync(at.path(file)).mode & 0o777).toBe(0o600);
    }
  });

  test("adds what is not there, and leaves the rest as it is", async () => {
    const before =
      "# ours\r\nversion: 3\r\nmcp_servers:\r\n  # the wiki\r\n  wiki: { transport: stdio, command: wiki } # mine\r\ntui: {}\r\n";
    const at = on({ [PROJECT]: before });
    const { code, stderr } = await at.run(["import", ".mcp.json", "--into", "project"]);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringContaining(".agent/config.yaml: `mcp_servers.wiki` is already there and stays as it is\n"),
    });
    expect(at.read(PROJECT)).toBe(
      before.replace(
        "# mine\r\n",
        '# mine\r\n  notes:\r\n    transport: stdio\r\n    command: npx\r\n    args: ["-y", notes@1.2.0]\r\n',
      ),
    );
    const after = at.read(PROJECT);
    expect(await at.run(["import", ".mcp.json", "--into", "project"])).toMatchObject({ code: 0, stdout: "" });
    expect(at.read(PROJECT)).toBe(after);
  });

  test("says only the variables of what was added", async () => {
    const at = on({ [PROJECT]: "version: 3\nmcp_servers:\n  wiki: { transport: stdio, command: wiki }\n" });
    expect((await at.run(["import", ".mcp.json", "--into", "project"])).stderr).not.toContain("WIKI_API_KEY");
  });

  test("with --diff shows it and writes nothing", async () => {
    const at = on({ [PROJECT]: "version: 3\ntui: { theme: dark }\n" });
    const { code, stdout } = await at.run(["import", ".mcp.json", "--into", "project", "--diff"]);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(
        /^--- \.agent\/config\.yaml\n.*\n tui: \{ theme: dark \}\n\+mcp_servers:\n\+ {2}wiki:\n/s,
      ),
    });
    expect(at.read(PROJECT)).toBe("version: 3\ntui: { theme: dark }\n");
    expect((await on().run(["import", ".mcp.json", "--into", "global", "--diff"])).stdout).toContain("+mcp_servers:");
  });

  test("writes nothing that makes the configuration invalid", async () => {
    const foreign = {
      provider: {
        house: {
          npm: "@ai-sdk/openai-compatible",
          options: { baseURL: "https://llm.example.com/v1" },
          models: { big: { limit: { context: 200000, output: 32000 } } },
        },
      },
    };
    const at = on({
      "opencode.json": JSON.stringify(foreign),
      [GLOBAL]: "version: 3\nmodels:\n  house/big: { max_output_tokens_per_turn: 64000 }\n",
    });
    for (const more of [[], ["--diff"]]) {
      const { code, stdout, stderr } = await at.run(["import", "opencode.json", "--into", "project", ...more]);
      expect(code).toBe(1);
      expect(stdout).toContain("error[model/output-exceeds-max]");
      expect(stderr).toContain(".agent/config.yaml is not changed: the configuration would be invalid");
      expect(readdirSync(at.repository)).not.toContain(".agent");
    }
  });

  test("leaves to its author what cannot be edited without a guess", async () => {
    const at = on({ [PROJECT]: "version: 3\nmcp_servers: 5\n" });
    expect(await at.run(["import", ".mcp.json", "--into", "project"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("`mcp_servers` is written in a way that can only be edited by hand"),
    });
    expect(at.read(PROJECT)).toBe("version: 3\nmcp_servers: 5\n");
  });

  test.each([
    ["a broken file", "a: [\n", "cannot be read as a configuration"],
    ["a newer file", "version: 7\n", "has an unknown version"],
    ["the file itself", "mcpServers: { a: { command: x } }\n", "is a configuration of Claude Code or another tool"],
  ])("does not touch %s", async (_, text, said) => {
    const at = on({ [PROJECT]: text });
    const { code, stdout, stderr } = await at.run(["import", ".mcp.json", "--into", "project"]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(said);
    expect(at.read(PROJECT)).toBe(text);
  });
});

test.each([
  [["import"], 2, /missing required argument/],
  [["import", "nothing.json"], 2, /cannot read nothing\.json: there is no such file/],
  [["import", "."], 2, /it is a directory/],
  [["import", ".mcp.json", "--into", "both"], 2, /Allowed choices are global, project/],
  [["import", ".mcp.json", "--diff"], 2, /`--diff` needs `--into/],
  [["import", ".mcp.json", "--into", "global", "--format", "json"], 2, /a file keeps its format/],
  [["import", "large.json"], 2, /larger than 1 MiB/],
  [["import", "empty.json"], 1, /cannot import empty\.json: it cannot be read/],
  [["import", "config.toml"], 1, /it is no valid TOML in line [12]\b/],
  [["import", "ours.yaml"], 1, /it is a configuration of this agent already; `agentcfg lint ours\.yaml` checks it/],
  [
    ["import", "broken.json"],
    1,
    /error\[syntax\/json\].* --> broken\.json:1:.*cannot import broken\.json: it cannot be read/s,
  ],
  [
    ["import", "none.json"],
    1,
    /none\.json:1:19: mcpServers\.a has neither a command nor a URL.*cannot import none\.json/s,
  ],
])("%j is refused with %i", async (args, code, said) => {
  const at = on({
    "large.json": `{"mcpServers":{"a":{"command":"${"x".repeat(1024 * 1024)}"}}}`,
    "empty.json": "",
    "config.toml": "[mcp_servers.a\ncommand = 'x'\n",
    "ours.yaml": "version: 3\nproviders: {}\n",
    "broken.json": '{ "mcpServers": { "a": { "env": { "TOKEN": "k33p-me-out" } ',
    "none.json": '{ "mcpServers": { "a": { "type": "sdk" } } }',
  });
  const run = await at.run(args);
  expect({ code: run.code, stdout: run.stdout }).toEqual({ code, stdout: "" });
  expect(run.stderr).toMatch(said);
  expect(run.stderr).not.toContain("k33p-me-out");
});
