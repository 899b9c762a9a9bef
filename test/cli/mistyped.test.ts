/** Command lines that people mistype: the message names what they meant, or nothing. */
import { expect, test } from "vitest";
import { machine } from "../machine/machine.js";
import { GLOBAL, PROJECT } from "../machine/names.js";

const V = "version: 3\n";

test.each<readonly [readonly string[], string | undefined]>([
  [["lint", "--json"], "--format json"],
  [["lint", "--sarif"], "--format sarif"],
  [["lint", "--github=x"], "--format github"],
  [["show", "--json"], "--format json"],
  [["import", "x", "--yaml"], "--format yaml"],
  [["show", "--sarif"], undefined],
  [["import", "--from", "x"], undefined],
  [["lint", "--quite"], "--quiet"],
  [["lint", "--no-globl"], "--no-global"],
  [["lint", "--zzz"], undefined],
  [["lint", "--'"], undefined],
])("%j", async (args, meant) => {
  const { code, stdout, stderr } = await machine({ [GLOBAL]: V }).run(args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toMatch(/^agentcfg: unknown option '--/);
  expect(/\(Did you mean (.*)\?\)/.exec(stderr)?.[1]).toBe(meant);
});

test.each<readonly [string, string | undefined]>([
  ["theme", "`tui.theme`"],
  ["log_level", "`daemon.log_level`"],
  ["retry.max_retries", "`daemon.retry.max_retries`"],
  ["/retry/max_retries", "`daemon.retry.max_retries`"],
  ["tui.them", "`tui.theme`"],
  ["zzz", undefined],
  ["zzz.theme", undefined],
])("explain, get and show of %s", async (path, meant) => {
  const at = machine({ [GLOBAL]: V });
  for (const command of ["explain", "get", "show"]) {
    const { code, stderr } = await at.run([command, path]);
    expect(code).toBe(1);
    expect(/did you mean (.*)\?/.exec(stderr)?.[1]).toBe(meant);
  }
});

test.each([
  [["lint", ""], "the name of a file"],
  [["lint", PROJECT, ""], "the name of a file"],
  [["lint", "", "--fix"], "the name of a file"],
  [["import", ""], "the name of a file"],
  [["trust", ""], "the name of a file"],
  [["lint", "--project", ""], "--project"],
  [["lint", "--global="], "--global"],
  [["show", "--catalog", ""], "--catalog"],
])("%j is no name", async (args, what) => {
  const at = machine({ [GLOBAL]: V, [PROJECT]: `${V}tui: { thme: dark }\n` });
  const { code, stdout, stderr } = await at.run(args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toMatch(new RegExp(`^agentcfg: ${what} is empty\n`));
  expect(at.read(PROJECT)).toContain("thme");
});

test("a name with a backslash is the name as it is typed", async () => {
  const at = machine({ [PROJECT]: V });
  expect(await at.run(["lint", ".agent\\config.yaml"])).toEqual({
    ...{ code: 2, stdout: "" },
    stderr: "agentcfg: cannot read .agent\\config.yaml: there is no such file\n",
  });
  const odd = machine({ "a\\b.yaml": `${V}tui: { theme: drak }\n` });
  const { stdout } = await odd.run(["lint", "a\\b.yaml", "--format", "concise"]);
  expect(stdout).toMatch(/^a\\b\.yaml:2:15: /);
});

test("a shell is offered keys of the schema and names of entries, no misspelt keys", async () => {
  const text = `${V}tui: { thme: dark }\ndaemon: { retry: { max_retrys: 1 } }\nmodels: { thme: { class: full } }\n`;
  const at = machine({ [GLOBAL]: text });
  const offered = async (word: string): Promise<readonly string[]> =>
    (await at.run(["names", "path", "--", word])).stdout.split("\n");
  expect(await offered("tui.")).toContain("tui.theme");
  expect(await offered("tui.")).not.toContain("tui.thme");
  expect(await offered("daemon.retry.")).not.toContain("daemon.retry.max_retrys");
  expect(await offered("models.")).toContain("models.thme");
});

test.each<readonly [string, string]>([
  ["{ version: 3 }", '{ "version": 3 }'],
  ['{ "version": 3, tui: { theme: "dark" } }', '{ "version": 3, "tui": { "theme": "dark" } }'],
  ["{ version : 3 }", '{ "version" : 3 }'],
  ["{\r\n  version:\r\n    3\r\n}", '{\r\n  "version":\r\n    3\r\n}'],
  ['{ v"x: 3 }', '{ v"x: 3 }'],
])("bare keys of %j get quotes", async (text, fixed) => {
  for (const ending of ["json", "jsonc"]) {
    const name = `.agent/config.${ending}`;
    const at = machine({ [name]: text });
    await at.run(["lint", "--fix", "--no-global"]);
    expect(at.read(name)).toBe(fixed);
  }
});
