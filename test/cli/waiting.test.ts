/** Values of a project that its user does not vouch for: hover, `explain`, `show` and `get` tell the same of each, in one sentence. */
import { describe, expect, test } from "vitest";
import type { Hover } from "vscode-languageserver/node";
import { PROJECT as OPEN_PROJECT, opened, positionOf } from "../lsp/texts.js";
import { machine } from "../machine/machine.js";
import { GLOBAL, PROJECT } from "../machine/names.js";
import { vouched } from "../machine/vouched.js";

const V = "version: 3\n";
const SENTENCE = "in effect once you vouch for the project (`agentcfg trust`)";

/** The project, a path, a mark in the text for the pointer, the value in effect, and the value that waits. */
const WAITING: readonly (readonly [string, string, string, string, string | undefined, string])[] = [
  [
    "a program",
    "mcp_servers: { a: { transport: stdio, command: y } }\n",
    "mcp_servers.a.command",
    "y }",
    undefined,
    "y",
  ],
  ["a guard", "default_permission_matcher: bypass\n", "default_permission_matcher", "bypass", "standard", "bypass"],
  [
    "a destination",
    "providers: { mine: { url: 'https://b.example/v1' } }\n",
    "providers.mine.url",
    "https://b",
    "https://a.example/v1",
    "https://b.example/v1",
  ],
  ["the model", "defaults: { full: small }\n", "defaults.full", "small", "big", "small"],
  [
    "a command for everything",
    "agent_behavior: { shell: { command: bash } }\n",
    "agent_behavior.shell.command",
    "bash",
    undefined,
    "bash",
  ],
];

const GLOBAL_TEXT = `${V}providers:
  mine: { kind: { type: custom_beta_compatible }, url: "https://a.example/v1", auth: { type: no_auth } }
models:
  big: { provider: mine, class: full, context_window: 200000 }
  small: { provider: mine, class: mini, context_window: 200000 }
defaults: { full: big }
`;

describe.each(WAITING)("%s", (_, project, path, mark, inEffect, waiting) => {
  test("explain and hover", async () => {
    const place = machine({ [GLOBAL]: GLOBAL_TEXT, [PROJECT]: V + project });
    const { stdout } = await place.run(["explain", path]);
    expect(stdout).toContain(`  waits    ${SENTENCE}: ${waiting}\n`);
    if (inEffect === undefined) expect(stdout).not.toMatch(/^ {2}value/m);
    else expect(stdout).toContain(`  value    ${inEffect}\n`);
    expect(stdout).not.toMatch(/not set|withheld|runs-code|guard\b/);
    const json = JSON.parse((await place.run(["explain", path, "--format", "json"])).stdout);
    expect(json.waiting).toMatchObject([{ file: ".agent/config.yaml" }]);
    expect(String(json.waiting[0].value)).toBe(waiting);
    expect(json.value).toBe(inEffect);

    const begun = await opened(GLOBAL_TEXT, V + project);
    const position = positionOf(V + project, mark, 0);
    const textDocument = { uri: begun.at(OPEN_PROJECT) };
    const hover = await begun.client.request<Hover | null>("textDocument/hover", { textDocument, position });
    const told = JSON.stringify(hover?.contents);
    expect(told).toContain("in effect once you vouch for the project (agentcfg trust): ");
    expect(told).toContain(waiting);
    expect(told).not.toMatch(/not set|withheld|runs-code|guard\b/);
  });

  test("get and show print it, and say so", async () => {
    const place = machine({ [GLOBAL]: GLOBAL_TEXT, [PROJECT]: V + project });
    for (const command of ["get", "show"]) {
      const { code, stdout, stderr } = await place.run([command, path]);
      expect([code, stdout]).toEqual([0, `${waiting}\n`]);
      expect(stderr).toMatch(new RegExp(`^agentcfg: ${SENTENCE.replace(/[()]/g, "\\$&")}: \`[^\`]+\`\n$`));
    }
  });

  test("vouched for, the value is in effect, and nothing waits", async () => {
    const place = await vouched(machine({ [GLOBAL]: GLOBAL_TEXT, [PROJECT]: V + project }));
    const { stdout } = await place.run(["explain", path]);
    expect(stdout).toContain(`  value    ${waiting}\n`);
    expect(stdout).not.toContain("waits");
    for (const command of ["get", "show"])
      expect(await place.run([command, path])).toEqual({ code: 0, stdout: `${waiting}\n`, stderr: "" });
  });
});

const MANY = `${V}default_permission_matcher: bypass\ntui: { theme: dark }\nmcp_servers:\n${Array.from("abcdefghij", (name) => `  ${name}: { transport: stdio, command: y }\n`).join("")}`;

test.each([
  ["a part without such a value", ["show", "tui"], undefined],
  ["a part with one", ["show", "mcp_servers.a"], "`mcp_servers.a`"],
  ["below one", ["get", "mcp_servers.a.transport"], "`mcp_servers.a.transport`"],
  [
    "everything",
    ["show"],
    "`default_permission_matcher`, `mcp_servers.a`, `mcp_servers.b`, `mcp_servers.c`, `mcp_servers.d`, `mcp_servers.e`, `mcp_servers.f`, `mcp_servers.g` and 3 more",
  ],
  ["as JSON", ["show", "mcp_servers.b", "--format", "json"], "`mcp_servers.b`"],
  ["one layer", ["show", "--layer", "project"], undefined],
  ["no project", ["show", "--no-project", "--defaults"], undefined],
] as const)("show and get of %s", async (_, args, names) => {
  const { stderr } = await machine({ [PROJECT]: MANY }).run(args);
  expect(stderr).toBe(names === undefined ? "" : `agentcfg: ${SENTENCE}: ${names}\n`);
});

test("a null that erases a value of the user's waits, and the value stays", async () => {
  const at = machine({ [GLOBAL]: `${V}permissions: { secret_files: [a] }\n`, [PROJECT]: `${V}permissions: null\n` });
  const { stdout } = await at.run(["explain", "permissions.secret_files"]);
  expect(stdout).toContain("  value    - a\n");
  expect(stdout).toContain(`  waits    ${SENTENCE}: null\n`);
  expect(await at.run(["get", "permissions.secret_files", "--untrusted"])).toEqual({
    code: 0,
    stdout: '[\n  "a"\n]\n',
    stderr: `agentcfg: ${SENTENCE}: \`permissions\`\n`,
  });
});

test("a mistake does not wait: it is left out for good", async () => {
  const place = machine({ [PROJECT]: `${V}mcp_servers: { s: { transport: stdio, command: 5 } }\n` });
  const { stdout } = await place.run(["explain", "mcp_servers.s.command"]);
  expect(stdout).not.toContain(SENTENCE);
  expect((await place.run(["show"])).stderr).not.toContain(SENTENCE);
});

test("a value that waits is hidden where it is secret, and so is a name", async () => {
  const key = `sk-ant-api03-${"abcdefghijklmnopqrstuvwxyz0123456789".repeat(2)}`;
  const place = machine({
    [PROJECT]: `${V}mcp_servers: { ${key}: { transport: stdio, command: y, env: { A: ${key} } } }\n`,
  });
  for (const args of [["show"], ["show", "--untrusted"], ["explain", "mcp_servers"], ["get", "mcp_servers"]]) {
    const { stdout, stderr } = await place.run(args);
    expect(stdout + stderr).toContain(SENTENCE);
    expect(stdout + stderr).not.toContain(key);
  }
});

test("without a home there is no list, and every such value waits", async () => {
  const place = machine({ [PROJECT]: `${V}default_permission_matcher: bypass\n` }, { env: { HOME: "" } });
  expect((await place.run(["get", "default_permission_matcher"])).stderr).toContain(SENTENCE);
});
