/** `agentcfg inspect`: a table, a page in a file or on standard output, and the files that it refuses to write. */
import { describe, expect, test } from "vitest";
import { example } from "../machine/examples.js";
import { type Files, machine } from "../machine/machine.js";
import { GLOBAL, PROJECT } from "../machine/names.js";

const V = "version: 3\n";
const TEAM = example("team", "global.jsonc", "project.json");

test("a table of the written values, and the values that lost", async () => {
  const { code, stdout, stderr } = await machine({
    [GLOBAL]: `${V}tui: { theme: dark }\nproviders: { p: { kind: { type: custom_beta_compatible }, url: "https://p.test", auth: { type: static_key, key: CANARY } } }\n`,
    [PROJECT]: `${V}tui: { theme: light }\nupdates: null\nagent_behavior: { shell: { command: bash } }\n`,
  }).run(["inspect"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toBe(`key                           value                   from
updates                       null                    project 3:10  not: only the global config may set it
tui.theme                     light                   project 2:15
                              dark                    global 2:15   not: a higher layer sets another value
providers.p.kind.type         custom_beta_compatible  global 3:33
providers.p.url               https://p.test          global 3:64
providers.p.auth.type         static_key              global 3:96
providers.p.auth.key          <redacted>              global 3:113
agent_behavior.shell.command  bash                    project 4:37  waits: in effect once you vouch for the project

global: ~/.config/agent/config.yaml
project: .agent/config.yaml
1 value of the project is left out
4 findings, 1 risky change of the project, 0 substitutions when it loads, 22 defaults: \`--html FILE\` shows them
`);
});

test("--policy FILE: a page has its violations, with the line of the policy", async () => {
  const place = machine({
    [GLOBAL]: `${V}providers: { p: { kind: { type: custom_beta_compatible }, url: "https://p.test", auth: { type: no_auth } } }\n`,
    "policy.yaml": "allow:\n  hosts: [acme.example]\n",
  });
  const { code, stdout } = await place.run(["inspect", "--policy", "policy.yaml", "--html", "-"]);
  expect(code).toBe(0);
  expect(stdout).toContain("policy/forbidden-host");
  expect(stdout).toContain("policy.yaml:2:3");
  expect((await place.run(["inspect", "--policy", "nowhere.yaml"])).code).toBe(2);
});

describe("--html", () => {
  test("writes a page, replaces it, and standard output gets the same bytes", async () => {
    const place = machine(TEAM);
    const first = await place.run(["inspect", "--html", "report.html"]);
    expect(first).toMatchObject({ code: 0, stdout: "" });
    expect(first.stderr).toMatch(/^report\.html: a page of \d+ kB\n$/);
    const page = place.read("report.html");
    expect(page.startsWith("<!doctype html>\n")).toBe(true);
    expect((await place.run(["inspect", "--html", "report.html"])).code).toBe(0);
    expect(place.read("report.html")).toBe(page);
    expect((await place.run(["inspect", "--html", "-"])).stdout).toBe(page);
  });

  test.each<readonly [string, Files, string, string]>([
    ["a configuration", {}, ".agent/config.json", "it is one of the files that the page is about"],
    ["the user's own", {}, "~/.config/agent/config.jsonc", "it is one of the files that the page is about"],
    ["a configuration by another name", { here: { to: ".agent" } }, "here/config.json", "it is one of the files"],
    [
      "a file that is no page",
      { "notes.html": "<!doctype html>\nmine\n" },
      "notes.html",
      "is not a page of `agentcfg inspect`",
    ],
    ["an empty file", { "empty.html": "" }, "empty.html", "is not a page of `agentcfg inspect`"],
    ["the name of a missing configuration", {}, ".agent/config.yaml", "is the ending of a configuration"],
    ["that of the user's own", {}, "~/.config/agent/config.yml", "is the ending of a configuration"],
    ["that of the settings of lint", { "~/.config/agentcfg/": "" }, "~/.config/agentcfg/lint.YAML", "is the ending of"],
    ["that of a baseline", {}, "agentcfg-baseline.json", "is the ending of a configuration"],
    ["a directory", { "out/": "" }, "out", ""],
    ["a link", { "link.html": { to: "target.html" }, "target.html": "" }, "link.html", ""],
    ["a link to nothing", { "link.html": { to: "nothing.html" } }, "link.html", ""],
    ["a directory that does not exist", {}, "nowhere/report.html", "there is no such directory"],
  ])("refuses %s", async (_, files, name, why) => {
    const place = machine({ ...TEAM, ...files });
    const { code, stdout, stderr } = await place.run(["inspect", "--html", place.path(name)]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/^agentcfg: cannot write .*: ./);
    expect(stderr).toContain(why);
    for (const [other, text] of Object.entries({ ...TEAM, ...files }))
      if (typeof text === "string" && !other.endsWith("/")) expect(place.read(other)).toBe(text);
    if (name === "link.html") expect(place.host.kindOf(place.path("nothing.html"))).toBeUndefined();
  });
});

describe("exit codes", () => {
  test.each<readonly [string, Files, number]>([
    ["values that load", TEAM, 0],
    ["mistakes of the project", { [PROJECT]: `${V}tui: { theme: 1 }\n` }, 0],
    ["a project that cannot be read", { [GLOBAL]: V, [PROJECT]: "a: [\n" }, 0],
    ["a global file that cannot be read", { [GLOBAL]: "a: [\n", [PROJECT]: V }, 1],
    ["no configuration", {}, 3],
  ])("%s", async (_, files, code) => {
    const place = machine(files);
    expect((await place.run(["inspect"])).code).toBe(code);
    expect((await place.run(["inspect", "--html", "-"])).code).toBe(code);
  });

  test("a named file that does not exist", async () => {
    expect((await machine(TEAM).run(["inspect", "--project", "nowhere.yaml"])).code).toBe(2);
  });
});

test("the user's settings of `lint` choose the findings", async () => {
  const settings = { "~/.config/agentcfg/lint.yaml": "version: 1\nignore: [mcp]\n" };
  const page = async (files: Files): Promise<string> => (await machine(files).run(["inspect", "--html", "-"])).stdout;
  expect(await page(TEAM)).toContain("mcp/unpinned-package");
  expect(await page({ ...TEAM, ...settings })).not.toContain("mcp/unpinned-package");
});

test("--untrusted: the values that wait are not in effect", async () => {
  const { stdout } = await machine({ [PROJECT]: `${V}agent_behavior: { shell: { command: bash } }\n` }).run([
    "inspect",
    "--untrusted",
  ]);
  expect(stdout).toMatch(/agent_behavior\.shell\.command {2}bash {3}project 2:37 {2}not: in effect once you vouch/);
});
