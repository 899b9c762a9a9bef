/** `agentcfg lint` and the files of permissions (P-S108): found beside configurations, by name, below directories; fixed like them. */
import { expect, test } from "vitest";
import { type Files, machine } from "../machine/machine.js";
import { GLOBAL, PROJECT } from "../machine/names.js";

const OWN = "~/.config/agent/permissions.yaml";
const OF_PROJECT = ".agent/permissions.yaml";
const WRONG = "deny:\n  - { tool: shel }\n";
const FILES: Files = { [GLOBAL]: "version: 3\n", [PROJECT]: "version: 3\n", [OWN]: WRONG, [OF_PROJECT]: WRONG };

async function files(args: readonly string[], content: Files = FILES): Promise<readonly string[]> {
  const { stdout } = await machine(content).run(["lint", "--format", "json", ...args]);
  const { diagnostics } = JSON.parse(stdout) as { readonly diagnostics: readonly { readonly file: string }[] };
  return diagnostics.map(({ file }) => file);
}

/** Arguments, and the files with findings. */
const WAYS: readonly (readonly [what: string, args: readonly string[], files: readonly string[]])[] = [
  ["both, beside both configurations", [], [OF_PROJECT, OWN]],
  ["the user's alone", ["--no-project"], [OWN]],
  ["the project's alone", ["--no-global"], [OF_PROJECT]],
  ["one by its name", [OF_PROJECT], [OF_PROJECT]],
  ["none, if a configuration is named", [PROJECT], []],
  ["below a directory", ["."], [OF_PROJECT]],
  ["in a directory of this name", [".agent"], [OF_PROJECT]],
];

test.each(WAYS)("finds %s", async (_, args, found) => {
  expect(await files(args)).toEqual(found);
});

test("needs no configuration beside the permissions", async () => {
  expect(await files(["--no-global"], { [OF_PROJECT]: WRONG })).toEqual([OF_PROJECT]);
  expect(await files(["."], { "a/.agent/permissions.json": '{ "dney": [] }' })).toEqual(["a/.agent/permissions.json"]);
  expect(await files(["--no-project"], { [OWN]: WRONG })).toEqual([OWN]);
});

test("a project is not told about servers that its user may have", async () => {
  const content = { [OF_PROJECT]: "deny: [{ server: github }]\n", [PROJECT]: "version: 3\n" };
  expect(await files(["--no-global"], content)).toEqual([]);
  expect(await files([], { ...content, [GLOBAL]: "version: 3\n" })).toEqual([OF_PROJECT]);
});

test("a project does not change the findings about the user's file", async () => {
  const own = "allow: [{ tool: shell, command: npm test }, { tool: shel }]\n";
  const alone = machine({ [OWN]: own }).lint().diagnostics;
  const both = machine({ [OWN]: own, [OF_PROJECT]: "deny: [{ tool: shell }]\nask: []\n" }).lint().diagnostics;
  expect(both.filter(({ layer }) => layer === "global")).toEqual(alone);
  expect(both.filter(({ layer }) => layer === "project").map(({ rule }) => rule)).toEqual([
    "permission/overrides-user",
  ]);
});

test("--fix mends both files, and a comment suppresses a finding", async () => {
  const at = machine({
    ...FILES,
    [OF_PROJECT]: "allow: [{ tool: read }]\ndeny: [{ tool: shel }]\n",
    [OWN]: `${WRONG}allow:\n  # agentcfg-ignore permission/allows-everything -- a container\n  - { tool: "*" }\n`,
  });
  const { code } = await at.run(["lint", "--fix"]);
  expect(code).toBe(0);
  expect(at.read(OF_PROJECT)).toBe("deny: [{ tool: shell }]\n");
  expect(at.read(OWN)).toContain("- { tool: shell }\n");
  expect(at.lint().diagnostics).toEqual([]);
});

test.each([
  ["a command", "- shell: npm test # mine\n", '- command: "npm test" # mine\n    tool: shell\n'],
  ["files", "- edit: src/** # mine\n", '- path: "src/**" # mine\n    tool: edit\n'],
  ["all calls", '- list: "*" # mine\n', '- tool: "list" # mine\n'],
  ["a rule of another tool", "- Bash: npm run:*\n", '- command: "npm run *"\n    tool: shell\n'],
  ["one on a line", "- { read: a } # mine\n", "- { path: a, tool: read } # mine\n"],
])("a tool as a key becomes a rule, and a comment behind it stays: %s", async (_, written, mended) => {
  const at = machine({ [OWN]: `ask:\n  ${written}` });
  expect((await at.run(["lint", "--fix", "--unsafe-fixes"])).code).toBe(0);
  expect(at.read(OWN)).toBe(`ask:\n  ${mended}`);
});

test("the two files that one directory may not have are reported", async () => {
  expect(await files([], { [OWN]: "", "~/.config/agent/permissions.json": "{}" })).toEqual([OWN]);
});

test.each(["permissions.yaml", "~/.config/agent/permissions.yaml"])(
  "no command takes %s for a configuration",
  async (name) => {
    const at = machine({ [name]: "version: 1\n" });
    const before = at.read(name);
    await at.run(["set", "tui.theme", "dark", "--file", at.path(name)]);
    await at.run(["set", "tui.theme", "dark", "--global", at.path(name)]);
    expect(at.read(name)).toBe(before);
    expect((await at.load({ global: at.path(name), project: false })).ok).toBe(false);
    const { code } = await at.run(["show", "--global", at.path(name), "--no-project"]);
    expect(code).not.toBe(0);
  },
);
