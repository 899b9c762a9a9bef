/** Directories where a file is expected, and file names as they are seen from a subdirectory. */
import { describe, expect, test } from "vitest";
import { machine } from "../machine/machine.js";
import { GLOBAL, PROJECT } from "../machine/names.js";

const V = "version: 3\n";
const ERROR = `${V}tui: { theme: 5 }\n`;
const lint = ["lint", "--format", "concise"];

describe("lint DIR", () => {
  test.each([
    ["the project's", ".", "tui.theme", ".agent/config.yaml"],
    ["the .agent directory", ".agent", "tui.theme", ".agent/config.yaml"],
    ["one with a configuration of its own", "sub", "tui.theme", "sub/config.json"],
    ["the user's", "../home/.config/agent", "tui.theme", "~/.config/agent/config.yaml"],
  ])("%s", async (_, directory, path, file) => {
    const place = machine({ [GLOBAL]: ERROR, [PROJECT]: ERROR, "sub/config.json": '{ "tui": { "theme": 5 } }' });
    const { code, stdout } = await place.run([...lint, directory]);
    expect(code).toBe(1);
    expect(stdout.split("\n").filter((line) => line.includes(path))).toEqual([
      expect.stringMatching(`^${file.replaceAll(".", "\\.")}:\\d+:\\d+: error`),
    ]);
  });

  test("the same file twice is judged once, and two files are one mistake", async () => {
    const place = machine({ [PROJECT]: ERROR });
    expect((await place.run([...lint, ".", ".agent", PROJECT])).stdout.match(/error/g)).toHaveLength(1);
    const both = machine({ [PROJECT]: V, ".agent/config.json": "{}" });
    expect(await both.run([...lint, "."])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("layer/ambiguous-file"),
    });
  });

  test("--project with one that has no configuration is wrong usage, whatever the command", async () => {
    const place = machine({ [GLOBAL]: V, "empty/.agent/": "" });
    for (const args of [
      [...lint, "--project", "empty"],
      ["show", "--project", "empty"],
    ]) {
      const { code, stderr } = await place.run(args);
      expect({ code, said: stderr.split("\n")[0] }).toEqual({
        code: 2,
        said: "agentcfg: cannot read empty: there is no configuration in it",
      });
    }
  });

  test("a host that loads may name a project that has none", async () => {
    const place = machine({ [GLOBAL]: V, "empty/.agent/": "" });
    expect(await place.load({ projectFile: "empty" })).toMatchObject({ ok: true, diagnostics: [] });
  });
});

test.each([
  ["lint, concisely", lint, "../.agent/config.yaml:2:"],
  ["lint, as JSON", ["lint", "--format", "json"], '"file": "../.agent/config.yaml"'],
  ["lint", ["lint"], "--> ../.agent/config.yaml:2:"],
  ["show", ["show", "--origin"], "# ../.agent/config.yaml:3:"],
  ["explain", ["explain", "models"], "../.agent/config.yaml:3:9 (project)"],
])("from a subdirectory, %s names files by the way to them", async (_, args, name) => {
  const place = machine({ [PROJECT]: `${ERROR}models: { a: { enabled: false } }\n`, "sub/": "" }, { cwd: "sub" });
  const { stdout } = await place.run(args);
  expect(stdout).toContain(name);
  expect(stdout).not.toContain(place.root);
});
