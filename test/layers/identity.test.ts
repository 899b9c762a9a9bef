/** Which file a name means: links, the global file under another name, and who may read or write through what (S37). */
import { chmodSync, existsSync, readdirSync, statSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { set } from "../../src/toolkit/set-value.js";
import { type Files, type Machine, machine } from "../machine/machine.js";
import { GLOBAL, PROJECT } from "../machine/names.js";

const USER =
  "version: 3\nconfig_command_substitution: true\ntelemetry: { enabled: true }\nupdates: { channel: stable }\n";
const THEIRS = "tui: { theme: nope }\nCANARY_KEY: 1\n";

/** A repository whose `.agent` is a link. */
const linked = (to: string, files: Files = {}): Machine => machine({ [GLOBAL]: USER, ".agent": { to }, ...files });

describe("the global file under a project's name is the global layer", () => {
  const links: readonly (readonly [string, Files])[] = [
    ["a linked directory", { ".agent": { to: "../home/.config/agent" } }],
    ["a linked file", { [PROJECT]: { to: "../../home/.config/agent/config.yaml" } }],
  ];
  describe.each(links)("%s", (_, files) => {
    test.each([
      [["lint", "--fix", PROJECT]],
      [["lint", "--fix", "--unsafe-fixes", "--project", PROJECT]],
      [["lint", "--fix", "--as", "project", PROJECT]],
      [["lint", "--fix", "--no-global", PROJECT]],
      [["lint", "--fix", "--no-global", "--project", PROJECT]],
      [["lint", "--fix"]],
      [["upgrade", "--write", "--project", PROJECT]],
      [["set", "--project", "tui.theme", "dark"]],
      [["set", "--project", "--file", PROJECT, "tui.theme", "dark"]],
      [["unset", "--project", "--file", PROJECT, "telemetry"]],
    ])("%j changes nothing of it", async (args) => {
      const at = machine({ [GLOBAL]: USER, ...files });
      await at.run(args);
      expect(at.read(GLOBAL)).toBe(USER);
      expect(readdirSync(at.path("~/.config/agent"))).toEqual(["config.yaml"]);
    });

    test("lint and load read it once, as global", async () => {
      const at = machine({ [GLOBAL]: USER, ...files });
      const loaded = await at.load({ projectFile: PROJECT });
      const scopes = [at.lint({ files: [PROJECT] }), at.lint({ project: PROJECT }), loaded].map(({ layers }) =>
        layers.map(({ scope }) => scope),
      );
      expect(scopes).toEqual([["global"], ["global"], ["global"]]);
      expect(loaded).toMatchObject({ ok: true, config: { telemetry: { enabled: true } }, diagnostics: [] });
    });

    test("set refuses it as a project, and says which layer it is", async () => {
      const at = machine({ [GLOBAL]: USER, ...files });
      expect(await at.run(["set", "--project", "--file", PROJECT, "tui.theme", "dark"])).toMatchObject({
        code: 2,
        stderr: `agentcfg: ${PROJECT} is the global config; use \`--global\` to change it\n`,
      });
      const options = { host: at.host, project: PROJECT, path: "tui.theme", value: "dark", write: true } as const;
      expect(set({ layer: "project", ...options })).toMatchObject({ kind: "refused", why: "unusable" });
    });
  });

  test("and a file is read once, however often and in whatever spelling it is named", () => {
    const at = machine({ [PROJECT]: "version: 3\n", ".agent/other.yaml": { to: "config.yaml" } });
    expect(at.lint({ files: [PROJECT, ".agent/other.yaml"] }).layers).toHaveLength(1);
  });
});

describe("a project's file that leads out of the project", () => {
  const outside = { "../outside/config.yaml": THEIRS };
  const links: readonly (readonly [string, Files])[] = [
    ["a linked directory", { ".agent": { to: "../outside" } }],
    ["a linked file", { [PROJECT]: { to: "../../outside/config.yaml" } }],
  ];
  describe.each(links)("%s", (_, files) => {
    test.each([
      [["lint", PROJECT]],
      [["lint", "--as", "global", PROJECT]],
      [["lint", "--project", PROJECT]],
      [["lint", "--project", ".agent"]],
      [["lint", "--project", "."]],
      [["show", "--project", PROJECT]],
      [["get", "--project", PROJECT, "tui.theme"]],
      [["lint", "--fix", PROJECT]],
      [["set", "--project", "--file", PROJECT, "tui.theme", "dark"]],
      [["upgrade", "--write", "--project", PROJECT]],
    ])("%j neither reads nor writes it", async (args) => {
      const at = machine({ ...outside, ...files });
      const { stdout, stderr } = await at.run(args);
      expect(stdout + stderr).not.toMatch(/CANARY|nope|internal error/);
      expect(stdout + stderr).toMatch(/leaves-project|not used|cannot be read/);
      expect(at.read("../outside/config.yaml")).toBe(THEIRS);
      expect(readdirSync(at.path("../outside"))).toEqual(["config.yaml"]);
    });

    test("load says so, and loads without it", async () => {
      const at = machine({ [GLOBAL]: USER, ...outside, ...files });
      const { ok, diagnostics } = await at.load({ projectFile: PROJECT });
      expect({ ok, rules: diagnostics.map(({ rule }) => rule) }).toEqual({ ok: true, rules: ["layer/leaves-project"] });
    });
  });

  test("links are not followed in a named file either, where the user does not want it", () => {
    const at = machine({
      [GLOBAL]: "version: 3\ndaemon: { follow_symlinks_for_configs: false }\n",
      "tools/a.yaml": "version: 3\n",
      [PROJECT]: { to: "../tools/a.yaml" },
    });
    expect(at.lint({ files: [PROJECT] }).diagnostics.map(({ rule }) => rule)).toEqual(["layer/link-skipped"]);
  });

  test("a project that is named by a link to its directory is that project", async () => {
    const at = machine({ [PROJECT]: "version: 3\ntui: { theme: dark }\n", "../link": { to: "repo" } });
    const { config, layers } = await at.load({ projectFile: "../link" });
    expect({ theme: config?.tui?.theme, scopes: layers.map(({ scope }) => scope) }).toEqual({
      theme: "dark",
      scopes: ["project"],
    });
  });
});

describe("nothing is written through a linked directory", () => {
  test.each([
    ["out of the project", "../outside"],
    ["to the directory around", ".."],
    ["to the global directory", "../home/.config/agent"],
    ["to another place in the project", "tools"],
    ["to nowhere", "nowhere"],
  ])("set --project creates nothing: %s", async (_, to) => {
    const at = linked(to, { "../outside/": "", "tools/": "" });
    const { code, stderr } = await at.run(["set", "--project", "tui.theme", "dark"]);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: `agentcfg: cannot write ${PROJECT}: it is reached through a symbolic link\n`,
    });
    expect(readdirSync(at.path("~/.config/agent"))).toEqual(["config.yaml"]);
    expect([readdirSync(at.path("../outside")), readdirSync(at.path("tools"))]).toEqual([[], []]);
    expect(existsSync(at.path("../config.yaml"))).toBe(false);
  });

  test("nor is a global directory made ambiguous", async () => {
    const at = machine({ "~/.config/agent/config.json": '{"version":3}', ".agent": { to: "../home/.config/agent" } });
    expect((await at.run(["set", "--project", "tui.theme", "dark"])).code).toBe(2);
    expect(readdirSync(at.path("~/.config/agent"))).toEqual(["config.json"]);
  });

  test("deeper ones count, too", async () => {
    const at = machine({ "tools/sub/config.yaml": "version: 3\n", ".agent": { to: "tools" } });
    const { code } = await at.run(["set", "--project", "--file", ".agent/sub/config.yaml", "tui.theme", "dark"]);
    expect(code).toBe(2);
    expect(at.read("tools/sub/config.yaml")).toBe("version: 3\n");
  });
});

describe("a global directory in the project", () => {
  const env = (at: Machine): { XDG_CONFIG_HOME: string } => ({ XDG_CONFIG_HOME: at.path("x") });
  const files = {
    "x/agent/config.yaml": "version: 3\nconfig_command_substitution: true\nplugins: { a: $(touch M) }\n",
  };

  test.each([
    ["as it is written", "x"],
    ["behind a link", "../link"],
  ])("does not count, and runs nothing: %s", async (_, directory) => {
    const at = machine({ ...files, "../link": { to: "repo/x" } });
    const XDG_CONFIG_HOME = at.path(directory);
    const { ok, diagnostics } = await at.load({ env: { ...at.env, XDG_CONFIG_HOME } });
    expect({ ok, rules: diagnostics.map(({ rule }) => rule) }).toEqual({
      ok: false,
      rules: ["layer/global-in-project"],
    });
    expect(existsSync(at.path("x/agent/M"))).toBe(false);
  });

  test("counts when it is named", async () => {
    const at = machine(files);
    const { ok } = await at.load({ env: { ...at.env, ...env(at) }, globalFile: "x/agent/config.yaml" });
    expect(ok).toBe(true);
  });

  test("is not begun either", async () => {
    const at = machine({ "x/": "" });
    expect(await at.run(["set", "--global", "tui.theme", "dark"], env(at))).toMatchObject({ code: 2 });
    expect(readdirSync(at.path("x"))).toEqual([]);
  });

  test.each([["show"], ["set", "--global", "tui.theme", "dark"]])(
    "is refused with the reason itself: %s",
    async (...command) => {
      const at = machine(files);
      const { code, stderr } = await at.run(command, env(at));
      expect(code).toBe(1);
      expect(stderr).toContain("; this global config lies in the project, so it is not read\n");
      expect(stderr).not.toContain("agentcfg lint");
    },
  );

  test("from below the root of the repository, too", async () => {
    const at = machine({ ...files, "sub/y": "" }, { cwd: "sub" });
    const { ok } = await at.load({ env: { ...at.env, ...env(at) } });
    expect(ok).toBe(false);
  });

  test("a link in the home to a repository is its user's own", async () => {
    const at = machine({ "dot/config.yaml": "version: 3\n", "~/.config/agent": { to: "../../repo/dot" } });
    expect((await at.load()).ok).toBe(true);
  });
});

test("a file that may not be written is not replaced", async () => {
  const at = machine({ [PROJECT]: "version: 3\n" });
  chmodSync(at.path(PROJECT), 0o400);
  expect(await at.run(["set", "--project", "tui.theme", "dark"])).toMatchObject({
    code: 2,
    stderr: `agentcfg: cannot write ${PROJECT}: it is read-only\n`,
  });
  expect(at.read(PROJECT)).toBe("version: 3\n");
  expect(statSync(at.path(PROJECT)).mode & 0o777).toBe(0o400);
});

describe("links behind what a project names", () => {
  const said = (source: string) => {
    const at = machine({
      [PROJECT]: JSON.stringify({
        version: 3,
        facets: { f: { source } },
        agent_behavior: { shell: { init_script: source } },
      }),
      "../out.md": "",
      "a/real.md": "",
      "out.md": { to: "../out.md" },
      root: { to: "/" },
      "in.md": { to: "a/real.md" },
      dir: { to: "a" },
      "nowhere.md": { to: "none.md" },
      "loop.md": { to: "loop.md" },
    });
    const rules = at.lint().diagnostics.map(({ rule, severity, path }) => `${severity} ${rule} ${path}`);
    return rules.filter((rule) => rule.includes(" path/"));
  };
  const both = (what: string): readonly string[] => [
    `${what} /facets/f/source`,
    `${what} /agent_behavior/shell/init_script`,
  ];

  test.each([
    ["out.md", both("error path/escapes-project")],
    ["root/etc/passwd", both("error path/escapes-project")],
    ["nowhere.md", both("warning path/not-found")],
    ["loop.md", both("warning path/not-found")],
    ["dir", both("warning path/not-found")],
    ["in.md", []],
    ["dir/real.md", []],
  ])("%s", (source, expected) => {
    expect(said(source)).toEqual(expected);
  });
});
