/** What `lint` asks of git starts no program that a repository names, and git is started for nothing else. */
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, test } from "vitest";
import type { Machine } from "../../machine/machine.js";
import { commit, git, repository } from "../../machine/repository.js";

const V = "version: 3\n";
const ERROR = `${V}tui: { theme: 5 }\n`;
const A = "a/.agent/config.yaml";
const B = "b/.agent/config.yaml";

const COMMANDS = [
  "rev-parse",
  "diff-index",
  "ls-files",
  "cat-file",
  "merge-base",
  "diff-files",
  "diff-tree",
  "status",
  "diff",
];

/** What git is told in a repository: every program that it can be told to start leaves a trace. */
function settingsOf(at: Machine): Readonly<Record<string, string>> {
  const evil = evilOf(at);
  return {
    ...{
      "core.fsmonitor": evil,
      "core.fsmonitorHookVersion": "2",
      "core.hooksPath": at.path("hooks"),
      "core.untrackedCache": "true",
    },
    ...{
      "core.pager": evil,
      "core.editor": evil,
      "core.sshCommand": evil,
      "core.askPass": evil,
      "core.gitProxy": evil,
    },
    ...{
      "core.alternateRefsCommand": evil,
      "core.preloadIndex": "true",
      "core.splitIndex": "true",
      "sequence.editor": evil,
    },
    ...{
      "filter.evil.smudge": evil,
      "filter.evil.clean": evil,
      "filter.evil.process": evil,
      "filter.evil.required": "true",
    },
    ...{ "diff.evil.textconv": evil, "diff.evil.command": evil, "diff.external": evil, "merge.evil.driver": evil },
    ...{
      "gpg.program": evil,
      "log.showSignature": "true",
      "credential.helper": `!${evil}`,
      "interactive.diffFilter": evil,
    },
    ...{
      "remote.origin.url": `ext::sh -c ${JSON.stringify(evil)}`,
      "remote.origin.promisor": "true",
      "extensions.partialClone": "origin",
    },
    ...{
      "remote.origin.uploadpack": evil,
      "protocol.ext.allow": "always",
      "protocol.allow": "always",
      "uploadpack.packObjectsHook": evil,
    },
    ...{
      "submodule.sub.update": `!${evil}`,
      "submodule.recurse": "true",
      "status.submoduleSummary": "true",
      "diff.ignoreSubmodules": "none",
    },
    ...Object.fromEntries(
      COMMANDS.flatMap((name) => [
        [`alias.${name}`, `!${evil}`],
        [`pager.${name}`, evil],
      ]),
    ),
  };
}

const traceOf = (at: Machine): string => at.path("ran");
const evilOf = (at: Machine): string => `touch '${traceOf(at)}'; cat`;

/** The file that `git config` makes of the settings, made once for all repositories. */
let written: { readonly root: string; readonly text: string } | undefined;

function configure(at: Machine): void {
  const file = at.path(".git/config");
  if (written === undefined) {
    git(at, "config", "core.repositoryformatversion", "1");
    for (const [key, value] of Object.entries(settingsOf(at))) git(at, "config", key, value);
    written = { root: at.root, text: readFileSync(file, "utf8") };
  }
  writeFileSync(file, written.text.replaceAll(written.root, at.root));
}

/** A repository in which everything that git can be told to start would leave a trace. */
function trapped(staged?: string): { readonly at: Machine; readonly trace: string } {
  const at = repository({
    [A]: V,
    [B]: V,
    ".gitattributes": "* filter=evil diff=evil merge=evil text working-tree-encoding=UTF-8\n",
  });
  commit(at);
  if (staged !== undefined) {
    put(at, B, staged);
    git(at, "add", B);
    put(at, B, V);
  }
  configure(at);
  for (const directory of ["hooks", ".git/hooks"]) {
    for (const name of [
      "fsmonitor-watchman",
      "post-index-change",
      "reference-transaction",
      "pre-commit",
      "post-checkout",
    ]) {
      put(at, `${directory}/${name}`, `#!/bin/sh\n${evilOf(at)}\n`);
      chmodSync(at.path(`${directory}/${name}`), 0o755);
    }
  }
  return { at, trace: traceOf(at) };
}

function put(at: Machine, name: string, text: string): void {
  mkdirSync(dirname(at.path(name)), { recursive: true });
  writeFileSync(at.path(name), text);
}

describe("a repository that names programs everywhere", () => {
  test("is a trap: git itself walks into it", () => {
    for (const args of [["status"], ["diff"], ["diff-files"], ["add", A]]) {
      const { at, trace } = trapped();
      put(at, A, ERROR);
      try {
        git(at, ...args);
      } catch {
        // What such a program prints need not please git.
      }
      expect([args, existsSync(trace)]).toEqual([args, true]);
    }
  });

  test.each([
    ["--changed", [A, "new/.agent/config.yaml"]],
    ["--since=main", [A, "new/.agent/config.yaml"]],
    ["--since=HEAD~1", [A, "new/.agent/config.yaml"]],
    ["--staged", [B]],
  ])("%s starts none of them", async (option, files) => {
    const { at, trace } = trapped(option === "--staged" ? ERROR : undefined);
    put(at, A, ERROR);
    put(at, "new/.agent/config.yaml", ERROR);
    rmSync(trace, { force: true });
    const before = readFileSync(at.path(".git/index"));
    const { code, stdout } = await at.run(["lint", option, "--no-global", "--format", "json"]);
    expect(existsSync(trace)).toBe(false);
    expect(readFileSync(at.path(".git/index"))).toEqual(before);
    const { layers } = JSON.parse(stdout) as { readonly layers: readonly { readonly file: string }[] };
    expect([code, layers.map(({ file }) => file)]).toEqual([1, files]);
  });

  test("an object that is missing is not fetched", async () => {
    const { at, trace } = trapped(ERROR);
    const blob = git(at, "-c", "core.fsmonitor=false", "rev-parse", `:${B}`).trim();
    rmSync(at.path(`.git/objects/${blob.slice(0, 2)}/${blob.slice(2)}`), { force: true });
    rmSync(trace, { force: true });
    expect((await at.run(["lint", "--staged"])).stderr).toContain("git does not have what is in the index");
    expect(existsSync(trace)).toBe(false);
  });
});

/** A program in place of git that records how it is called and its input. */
const SPY = `#!/bin/sh
printf '%s\\n' "$*" >> "$HOME/calls"
env >> "$HOME/told"
PATH="\${PATH#*:}" exec git "$@"
`;

describe("git", () => {
  const spied = async (
    ...args: readonly string[]
  ): Promise<{ readonly calls: readonly string[]; readonly told: string }> => {
    const at = repository({ [A]: V });
    put(at, "~/bin/git", SPY);
    chmodSync(at.path("~/bin/git"), 0o755);
    put(at, A, ERROR);
    git(at, "add", A);
    await at.run(["lint", ...args], {
      PATH: `${at.path("~/bin")}:${at.env["PATH"]}`,
      API_KEY: "CANARY",
      GIT_LITERAL_PATHSPECS: "1",
    });
    const read = (name: string): string => (existsSync(at.path(name)) ? readFileSync(at.path(name), "utf8") : "");
    return { calls: read("~/calls").trim().split("\n").filter(Boolean), told: read("~/told") };
  };

  test("is started for these options alone", async () => {
    for (const args of [[], ["."], [A], ["--diff"], ["--fix"]]) expect((await spied(...args)).calls).toEqual([]);
  });

  test("is asked for objects, the index and names, each time without monitor, hooks and fetching", async () => {
    const all = [await spied("--changed"), await spied("--staged"), await spied("--since", "main")];
    const calls = all.flatMap((one) => one.calls);
    const asked = calls.map(
      (call) => / ((?:rev-parse|diff-index|ls-files|cat-file|merge-base) .*)$/.exec(call)?.[1] ?? call,
    );
    expect([...new Set(asked.map((call) => call.split(" ")[0]))].toSorted()).toEqual([
      "cat-file",
      "diff-index",
      "ls-files",
      "merge-base",
      "rev-parse",
    ]);
    for (const call of calls)
      expect(call).toContain("-c core.fsmonitor=false -c core.hooksPath=/dev/null -c protocol.allow=never");
    for (const call of asked) {
      if (/^(diff-index|ls-files)/.test(call)) expect(call).toMatch(/ -z /);
      if (call.startsWith("diff-index"))
        expect(call).toMatch(/^diff-index --cached .*--end-of-options [0-9a-f]{40} -- /);
      if (call.startsWith("ls-files")) expect(call).toMatch(/^ls-files --others --exclude-standard /);
      if (call.startsWith("cat-file")) expect(call).toMatch(/^cat-file blob [0-9a-f]{40}$/);
      if (call.startsWith("merge-base"))
        expect(call).toMatch(/^merge-base --end-of-options [0-9a-f]{40} [0-9a-f]{40}$/);
      if (call.includes("--verify")) expect(call).toMatch(/--end-of-options \S+\^\{commit\}$/);
    }
  });

  test("is told where it is and whose, and nothing else of the environment", async () => {
    const { told } = await spied("--changed");
    expect(told).toMatch(/^HOME=/m);
    expect(told).toMatch(/^GIT_OPTIONAL_LOCKS=0$/m);
    expect(told).not.toMatch(/CANARY|GIT_LITERAL_PATHSPECS/);
  });
});

test("a repository of somebody else is left alone, as git does", async () => {
  const at = repository({ [A]: V });
  execFileSync("git", ["config", "--global", "--add", "safe.directory", "/nowhere"], { cwd: at.home, env: at.env });
  expect((await at.run(["lint", "--changed"], { GIT_TEST_ASSUME_DIFFERENT_OWNER: "1" })).stderr).toContain(
    "for git it is no repository with a working tree; `git rev-parse --show-toplevel` says why",
  );
});
