/** A user whose home, or whose configuration, is a repository of their own (S47); and one whom a variable sends into a project. */
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { lint } from "../../src/toolkit/lint.js";
import { load } from "../../src/toolkit/load.js";
import type { WritingHost } from "../../src/toolkit/read/host/host.js";
import { nodeHost } from "../../src/toolkit/read/host/writing.js";
import { set } from "../../src/toolkit/set-value.js";
import { type Files, type Machine, type MachineOptions, machine } from "../machine/machine.js";
import { GLOBAL } from "../machine/names.js";
import { runHere } from "../machine/run.js";

const USER = "version: 3\ntui: { theme: dark }\n";
const LIST = "~/.local/state/agent/trusted.json";

interface Own extends Machine {
  readonly own: WritingHost;
}

/** The home that the system knows is `account`, by default the one in HOME. */
function owner(files: Files, options: MachineOptions & { readonly account?: string } = {}): Own {
  const at = machine(files, { kind: "directory", ...options });
  const account = options.account === undefined ? at.home : at.path(options.account);
  return { ...at, own: { ...nodeHost({ cwd: at.cwd, env: at.env }), accountHome: () => account } };
}

const homes: readonly (readonly [string, Files, string])[] = [
  ["the home is a repository", { "~/.git/": "", "~/work/a/": "" }, "~/work/a"],
  ["the home is one, and one works in it", { "~/.git/": "" }, "~/"],
  ["`~/.config` is one, and one works in it", { "~/.config/.git/": "", "~/.config/other/": "" }, "~/.config/other"],
  ["one works in the directory of the configuration", { "~/.config/.git/": "" }, "~/.config/agent"],
];

describe.each(homes)("%s", (_, files, cwd) => {
  const all = { [GLOBAL]: USER, ...files };

  test("lint, load and the commands take it for its user's", async () => {
    const at = owner(all, { cwd });
    expect(lint({ host: at.own }).diagnostics).toEqual([]);
    const { ok, config, layers } = await load({ host: at.own });
    expect([ok, config?.tui?.theme, layers.map(({ scope }) => scope)]).toEqual([true, "dark", ["global"]]);
    for (const args of [["show"], ["get", "tui.theme"], ["lint"]])
      expect(await runHere(args, at.own)).toMatchObject({ code: 0 });
    expect(await runHere(["set", "--global", "tui.theme", "light"], at.own)).toMatchObject({ code: 0 });
    expect(at.read(GLOBAL)).toContain("light");
    expect((await runHere(["doctor"], at.own)).stdout).not.toContain("in the project");
  });

  test("a configuration can be begun", async () => {
    const at = owner({ ...files, "~/.config/agent/": "" }, { cwd });
    expect(await runHere(["set", "--global", "tui.theme", "light"], at.own)).toMatchObject({ code: 0 });
    expect(at.read(GLOBAL)).toContain("light");
  });

  test("and a home that only HOME names is not the account's", async () => {
    const at = owner(all, { cwd, account: "~/elsewhere" });
    expect(lint({ host: at.own }).diagnostics.map(({ rule }) => rule)).toEqual(["layer/global-in-project"]);
    expect((await load({ host: at.own })).ok).toBe(false);
    const unknown = { ...at.own, accountHome: () => undefined };
    expect((await load({ host: unknown })).ok).toBe(false);
  });
});

test("`~/.config` is a link into the dotfiles that one works in", async () => {
  const files = {
    "~/dotfiles/.config/agent/config.yaml": USER,
    "~/dotfiles/.git/": "",
    "~/.config": { to: "dotfiles/.config" },
  };
  const at = owner(files, { cwd: "~/dotfiles" });
  expect((await load({ host: at.own })).config?.tui?.theme).toBe("dark");
  expect(await runHere(["set", "--global", "tui.theme", "light"], at.own)).toMatchObject({ code: 0 });
  expect(at.read("~/dotfiles/.config/agent/config.yaml")).toContain("light");
});

test("XDG_CONFIG_HOME that leads into the repository is refused, for every home", async () => {
  const files = { "~/.git/": "", "~/x/agent/config.yaml": USER, "~/work/": "" };
  const at = owner(files, { cwd: "~/work" });
  const env = { ...at.env, XDG_CONFIG_HOME: at.path("~/x") };
  const host = { ...nodeHost({ cwd: at.cwd, env }), accountHome: () => at.home };
  expect(lint({ host }).diagnostics.map(({ rule }) => rule)).toEqual(["layer/global-in-project"]);
});

test("no global file is made where it would be refused", async () => {
  const at = machine({ ".mcp.json": '{ "mcpServers": { "a": { "command": "a" } } }' });
  const before = readdirSync(at.repository);
  const env = { XDG_CONFIG_HOME: at.path("x") };
  for (const args of [
    ["set", "--global", "tui.theme", "dark"],
    ["import", ".mcp.json", "--into", "global"],
    ["import", ".mcp.json", "--into", "global", "--diff"],
    ["init", "--global"],
  ])
    expect(await at.run(args, env)).toMatchObject({
      ...{ code: 2, stdout: "" },
      stderr: expect.stringContaining("there is no home directory outside the project"),
    });
  const host = nodeHost({ cwd: at.cwd, env: { ...at.env, ...env } });
  const change = { layer: "global", path: "tui.theme", value: "dark", write: true, host } as const;
  expect(set(change)).toMatchObject({ kind: "refused", why: "unusable" });
  expect(readdirSync(at.repository)).toEqual(before);
});

test("a project below such a home is still a project, and can be vouched for", async () => {
  const files = {
    ...{ "~/.git/": "", [GLOBAL]: "version: 3\n" },
    [`~/.agent/config.yaml`]: "version: 3\nmcp_servers: { s: { transport: stdio, command: sh } }\n",
    "~/work/": "",
  };
  const at = owner(files, { cwd: "~/work" });
  const servers = async (): Promise<unknown> =>
    Object.keys((await load({ host: at.own, projectTrust: "granted" })).config?.mcp_servers ?? {});
  expect(await servers()).toEqual([]);
  expect(await runHere(["trust"], at.own, { typed: "y\n" })).toMatchObject({ code: 0 });
  expect(await servers()).toEqual(["s"]);
  // A list that a link of the repository leads to is not its user's word.
  const list = at.read(LIST);
  rmSync(at.path("~/.local/state"), { recursive: true });
  mkdirSync(at.path("~/theirs/agent"), { recursive: true });
  symlinkSync(at.path("~/theirs"), at.path("~/.local/state"));
  writeFileSync(at.path("~/theirs/agent/trusted.json"), list);
  expect(await servers()).toEqual([]);
});

describe("what its user's own links lead to is written where it is", () => {
  const links: readonly (readonly [string, Files])[] = [
    ["a linked directory", { "~/.config/agent": { to: "../dotfiles/agent" } }],
    ["a linked file", { [GLOBAL]: { to: "../../dotfiles/agent/config.yaml" } }],
  ];
  const REAL = "~/dotfiles/agent/config.yaml";

  test.each(links)("%s", async (_, files) => {
    for (const cwd of [".", "~/dotfiles"]) {
      const at = machine({ [REAL]: USER, "~/dotfiles/.git/": "", ...files }, { cwd });
      const own = { ...at.host, accountHome: () => at.home };
      expect(await runHere(["set", "--global", "tui.theme", "light"], own)).toMatchObject({ code: 0 });
      expect(at.read(REAL)).toBe("version: 3\ntui: { theme: light }\n");
      expect(await runHere(["lint", "--fix"], own)).toMatchObject({ code: 0 });
    }
  });

  test("a file that is not there yet", async () => {
    const at = machine({ "~/dotfiles/agent/": "", "~/.config/agent": { to: "../dotfiles/agent" } });
    expect(await at.run(["set", "--global", "tui.theme", "light"])).toMatchObject({ code: 0 });
    expect(at.read(REAL)).toContain("light");
    const other = machine({ "~/dotfiles/agent/": "", "~/.config/agent": { to: "../dotfiles/agent" } });
    expect(await other.run(["init", "--global", "--yes", "--provider", "beta"])).toMatchObject({ code: 0 });
    expect(other.read(REAL)).toContain("beta");
  });

  test.each<readonly [string, Files, string]>([
    ["a link in the project", { "x/agent": { to: "../../outside" } }, "it is reached through a symbolic link"],
    ["a file that is one", { "x/agent/config.yaml": { to: "../../../outside/config.yaml" } }, "it is a symbolic link"],
  ])("but not what leads out of a project: %s", async (_, files, why) => {
    const at = machine({ "../outside/config.yaml": USER, ...files });
    const { code, stderr } = await at.run(["set", "--global", "--file", "x/agent/config.yaml", "tui.theme", "light"]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(why)]);
    expect(at.read("../outside/config.yaml")).toBe(USER);
  });

  test("nor through a link that leads nowhere", async () => {
    const at = machine({ "~/.config/agent": { to: "../nowhere" } });
    expect(await at.run(["set", "--global", "tui.theme", "light"])).toMatchObject({ code: 2 });
    expect(existsSync(at.path("~/nowhere"))).toBe(false);
  });
});

test("the home of the account is what the system says, whatever HOME says", () => {
  const account = nodeHost({ cwd: "/", env: { HOME: "/dev/null/home" } }).accountHome?.();
  expect(account).toBe(nodeHost().accountHome?.());
  expect(account === undefined || account.startsWith("/")).toBe(true);
});
