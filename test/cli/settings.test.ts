/** Settings of `lint` in a file of the user's: named like the options, overridden by them, and out of reach of any project. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Files, type MachineOptions, machine } from "../machine/machine.js";
import { PROJECT } from "../machine/names.js";
import type { Run } from "../machine/run.js";

const SETTINGS = "~/.config/agentcfg/lint.yaml";

const MIXED = `version: 3
tui: { theme: drak }
models:
  a: { class: ful, enabld: true }
mcp_servers:
  files: { transport: stdio, command: npx, agrs: [] }
`;

function lint(settings: Files[string], words: readonly string[] = [], options: MachineOptions = {}): Promise<Run> {
  return machine({ [PROJECT]: MIXED, [SETTINGS]: settings }, options).run(["lint", ...words]);
}

const rulesIn = ({ stdout }: Run): readonly string[] =>
  [...stdout.matchAll(/ (?:error|warning|info)\[(.+?)\]/g)].map(([, rule = ""]) => rule);

describe("settings are options that are not typed", () => {
  test("format, fail-on, quiet, max-warnings, color", async () => {
    expect((await lint("format: concise\n")).stdout).toMatch(/^\.agent\/config\.yaml:2:15: error/);
    expect((await lint("severity: { schema: warning }\nfail-on: warning\n")).code).toBe(1);
    expect((await lint("quiet: true\n")).stderr).toBe("");
    expect((await lint("ignore: schema/unknown-value\nmax-warnings: 1\n")).code).toBe(1);
    expect((await lint("ignore: schema/unknown-value\nmax-warnings: 2\n")).code).toBe(0);
    expect((await lint("color: always\n")).stdout).toContain("\u001b[");
  });

  test("select, ignore, severity", async () => {
    expect(rulesIn(await lint("format: concise\nfail-on: info\nselect: [trust]\n"))).toEqual(["trust/starts-process"]);
    expect(rulesIn(await lint("format: concise\nignore: schema, trust\n"))).toEqual([]);
    const { stdout } = await lint(
      "format: concise\nfail-on: info\nseverity:\n  schema: info\n  schema/unknown-key: error\n",
    );
    expect(stdout.match(/ (error|warning|info)\[/g)).toEqual([" info[", " info[", " error[", " info[", " error["]);
  });

  test.each([
    ["in JSON", '{ "format": "concise", "fail-on": "info", "select": ["trust"] }\n'],
    [
      "with a byte order mark and other line ends",
      "\ufeffformat: concise\r\nfail-on: info\r\nselect: trust # mine\r\n",
    ],
    ["by way of a reference", "format: &f concise\nfail-on: info\nselect: &s [trust]\n"],
  ])("%s", async (_, text) => {
    expect(rulesIn(await lint(text))).toEqual(["trust/starts-process"]);
  });

  test.each(["", "# nothing yet\n", "{}\n"])("none of them: %j", async (text) => {
    const at = machine({ [PROJECT]: MIXED });
    expect(await lint(text)).toEqual(await at.run(["lint"]));
  });
});

describe("what is typed wins", () => {
  test.each<readonly [string, string, RegExp]>([
    ["format: json\n", "--format pretty", /^error\[schema/],
    ["quiet: true\nformat: concise\n", "--fail-on info", /info\[/],
    ["select: trust\nformat: concise\n", "--select schema/unknown-key", /^\S+ warning\[schema\/unknown-key\]/],
    ["ignore: schema\nformat: concise\n", "--select schema/unknown-key", /^\S+ warning\[schema\/unknown-key\]/],
    ["severity: { schema/unknown-value: info }\nformat: concise\n", "--severity schema=warning", /^\S+ warning\[/],
  ])("%j and %s", async (settings, line, expected) => {
    expect((await lint(settings, line.split(" "))).stdout).toMatch(expected);
  });

  test("what is typed to be left out is left out besides", async () => {
    const run = await lint("ignore: trust\nformat: concise\n", ["--ignore", "schema/unknown-key"]);
    expect(rulesIn(run)).toEqual(["schema/unknown-value", "schema/unknown-value"]);
  });

  test("a format in the settings is none of a diff's business", async () => {
    expect((await lint("format: json\n", ["--diff"])).stdout).toMatch(/^--- \.agent/);
  });

  test("--no-settings", async () => {
    const at = machine({ [PROJECT]: MIXED });
    for (const text of ["format: json\nselect: mcp\n", "nonsense: [\n"])
      expect(await lint(text, ["--no-settings"])).toEqual(await at.run(["lint"]));
  });
});

test("--fix leaves alone what the settings leave out", async () => {
  const at = machine({ [PROJECT]: MIXED, [SETTINGS]: "ignore: [schema/unknown-value]\n" });
  await at.run(["lint", "--fix"]);
  expect(at.read(PROJECT)).toBe(MIXED.replace("enabld", "enabled").replace("agrs", "args"));
});

describe("a mistake in them is reported with its place, and nothing is checked", () => {
  test.each<readonly [string, Files[string], string]>([
    ["a key", "formt: json\n", ":1:1: there is no setting `formt`; did you mean `format`?"],
    [
      "an option that is none of them",
      "a: 1\nbaseline: x\n",
      ":2:1: there is no setting `baseline`; known are `format`",
    ],
    ["a format", "format: xml\n", ":1:9: `format` is `pretty`"],
    ["a severity", "fail-on: eror\n", ":1:10: `fail-on` is `error`, `warning` or `info`; did you mean `error`?"],
    [
      "a list",
      "select:\n  - trust\n  - schema/unknwon-key\n",
      ":3:5: there is no rule or family of rules `schema/unknwon-key`; did",
    ],
    ["a name in a text", "ignore: trust, nonsense\n", ":1:9: there is no rule or family of rules `nonsense`"],
    ["a number for a name", "ignore: [3]\n", ":1:10: there is no rule or family of rules `3`"],
    ["a list in a list", "ignore: [[trust]]\n", ":1:10: a rule is named by a text"],
    ["a mapping for a list", "ignore: { a: 1 }\n", ":1:9: `ignore` is a list of rules and families"],
    ["a list for a mapping", "severity: [info]\n", ":1:11: `severity` gives rules and families a severity each"],
    ["a rule", "severity: { nonsense: info }\n", ":1:13: there is no rule or family of rules `nonsense`"],
    ["off", "severity: { trust: off }\n", ":1:20: a severity is `error`, `warning` or `info`, not `off`; to leave"],
    ["a word for a yes", "quiet: yes\n", ":1:8: `quiet` is true or false"],
    ["a negative number", "max-warnings: -1\n", ":1:15: `max-warnings` is a number"],
    ["a bracket", "select: [trust\n", ":1:9: this bracket is never closed"],
    ["a key twice", "quiet: true\nquiet: true\n", ":2:1: "],
    ["a list of everything", "- trust\n", ":1:1: "],
    ["no text", Buffer.from([0x71, 0xff, 0x3a]), ":1:2: "],
    ["a link that leads nowhere", { to: "nowhere" }, "cannot read "],
    ["a file of any size", "#".repeat(300_000), "cannot read "],
  ])("%s", async (_, settings, said) => {
    const { code, stdout, stderr } = await lint(settings);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(said);
    expect(stderr).toMatch(/^agentcfg: (?:cannot read )?~\/\.config\/agentcfg\/lint\.yaml/);
  });

  test("all of them at once", async () => {
    const { stderr } = await lint("formt: json\nquiet: 1\nselect: nonsense\n");
    expect(stderr.match(/^agentcfg: /gm)).toHaveLength(3);
  });

  test("a directory", async () => {
    const { code, stderr } = await machine({ [PROJECT]: MIXED, [`${SETTINGS}/`]: "" }).run(["lint"]);
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining("it is a directory") });
  });

  test("their text has no effect on its reader", async () => {
    const { stderr } = await lint('"\\e[31m\\u202e::error::": 1\nformat: "::error::x"\n');
    expect(stderr).not.toMatch(/[\u001b\u202e]/);
    expect(stderr.split("\n")).toHaveLength(3);
  });
});

describe("no project has a say", () => {
  const SILENT = "ignore: [trust, schema]\n";
  const WORD = "does not count: it lies in the repository";

  test("a settings file in the repository is none", async () => {
    const at = machine({
      [PROJECT]: MIXED,
      "agentcfg/lint.yaml": SILENT,
      ".agent/lint.yaml": SILENT,
      "lint.yaml": SILENT,
    });
    expect(await at.run(["lint"])).toEqual(await machine({ [PROJECT]: MIXED }).run(["lint"]));
  });

  test("nor when the directory of configurations lies there", async () => {
    const at = machine({ [PROJECT]: MIXED, "conf/agentcfg/lint.yaml": SILENT });
    const plain = await at.run(["lint"]);
    const run = await at.run(["lint"], { XDG_CONFIG_HOME: join(at.repository, "conf") });
    expect(run.stderr).toBe(`agentcfg: conf/agentcfg/lint.yaml ${WORD}\n${plain.stderr}`);
    expect(run.stdout).toBe(plain.stdout);
  });

  test("nor when it is reached by a link, or a relative name", async () => {
    const at = machine({ [PROJECT]: MIXED, "conf/agentcfg/lint.yaml": SILENT, "~/.config": { to: "../repo/conf" } });
    expect((await at.run(["lint"])).stderr).toContain(WORD);
    const relative = machine({ [PROJECT]: MIXED, "conf/agentcfg/lint.yaml": SILENT });
    expect((await relative.run(["lint"], { XDG_CONFIG_HOME: "conf" })).code).toBe(1);
  });

  test("nor in the repository of a file that is checked from elsewhere", async () => {
    const at = machine(
      { [PROJECT]: MIXED, "~/elsewhere/": "", "conf/agentcfg/lint.yaml": SILENT },
      { cwd: "~/elsewhere" },
    );
    const env = { XDG_CONFIG_HOME: join(at.repository, "conf") };
    expect((await at.run(["lint", at.path(PROJECT)], env)).stderr).toContain("does not count");
    expect((await at.run(["lint", "--no-global", "--project", at.repository], env)).stderr).toContain("does not count");
  });

  test("but a link from there is its user's own", async () => {
    const at = machine({ [PROJECT]: MIXED });
    const file = join(at.root, "dotfiles/agentcfg/lint.yaml");
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, SILENT);
    const linked = await machine({ [PROJECT]: MIXED, "~/.config/agentcfg": { to: dirname(file) } }).run(["lint"]);
    expect(linked.code).toBe(0);
  });

  test("without a home there are none", async () => {
    const at = machine({ [PROJECT]: MIXED, [SETTINGS]: SILENT });
    expect((await at.run(["lint", "--no-global"], { HOME: "" })).code).toBe(1);
  });
});

test("they are read by the whole program as by a process", () => {
  const at = machine({ [PROJECT]: MIXED, [SETTINGS]: "format: concise\nfail-on: info\nselect: trust\n" });
  expect(rulesIn(at.spawn(["lint"]))).toEqual(["trust/starts-process"]);
  expect(rulesIn(at.spawn(["lint", "--no-settings", "--format=concise", "--fail-on=info"]))).toHaveLength(5);
});
