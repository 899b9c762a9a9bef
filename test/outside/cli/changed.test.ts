/** `agentcfg lint --changed`, `--since` and `--staged`: which configurations are judged, and as they stand where. */
import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { describe, expect, test } from "vitest";
import { expectHarmless } from "../../machine/harmless.js";
import { type Files, type Machine, machine } from "../../machine/machine.js";
import { GLOBAL } from "../../machine/names.js";
import { commit, git, repository, workingIn } from "../../machine/repository.js";

const V = "version: 3\n";
const ERROR = `${V}tui: { theme: 5 }\n`;
const A = "a/.agent/config.yaml";
const B = "b/.agent/config.yaml";
const C = "c/.agent/config.json";
const NOTHING = { code: 0, stdout: "", stderr: "agentcfg: no configuration has changed\n" };

function write(at: Machine, name: string, text: string): void {
  mkdirSync(dirname(at.path(name)), { recursive: true });
  writeFileSync(at.path(name), text);
}

/** The files that are judged. */
async function judged(at: Machine, ...args: readonly string[]): Promise<readonly string[]> {
  const { stdout, stderr } = await at.run(["lint", "--no-global", "--format", "json", ...args]);
  expect(stderr).toBe(stdout.includes('"scope"') ? "" : NOTHING.stderr);
  const { layers } = JSON.parse(stdout) as { readonly layers: readonly { readonly file: string }[] };
  return layers.map(({ file }) => file);
}

const three = (more: Files = {}): Machine => repository({ [A]: V, [B]: V, [C]: '{ "version": 3 }', ...more });

describe("--changed", () => {
  test("nothing", async () => {
    const at = three({ "x.txt": "" });
    for (const option of ["--changed", "--staged", "--since=main"]) {
      expect(await at.run(["lint", option])).toEqual(NOTHING);
      const empty = await at.run(["lint", option, "--format", "json"]);
      expect(empty).toMatchObject({ code: 0, stdout: expect.stringContaining('"layers": []') });
    }
    write(at, "x.txt", "changed");
    write(at, "a/.agent/other.yaml", V);
    expect(await judged(at, "--changed")).toEqual([]);
  });

  test("what is changed, staged, new or announced; not what is ignored, gone, or touched alone", async () => {
    const at = three({ ".gitignore": "out/\n", "d/.agent/config.yaml": V, "e/.agent/config.yaml": V });
    write(at, A, `${V}# changed\n`);
    write(at, B, `${V}# staged\n`);
    git(at, "add", B);
    rmSync(at.path(C));
    write(at, "d/.agent/config.yaml", V);
    chmodSync(at.path("e/.agent/config.yaml"), 0o755);
    for (const name of ["out", "new", "node_modules/n", "meant"]) write(at, `${name}/.agent/config.yaml`, V);
    git(at, "add", "-N", "meant");
    const all = [A, B, "meant/.agent/config.yaml", "new/.agent/config.yaml"];
    expect(await judged(at, "--changed")).toEqual(all);
    // Staged and taken back is as it was.
    write(at, B, V);
    expect(await judged(at, "--changed")).toEqual(all.filter((name) => name !== B));
    git(at, "rm", "-q", "--cached", "d/.agent/config.yaml");
    expect(await judged(at, "--changed")).toEqual(all.filter((name) => name !== B));
  });

  test("a moved file, another format, two at once", async () => {
    const at = three();
    renameSync(at.path("a"), at.path("moved"));
    write(at, "b/.agent/config.json", "{}");
    expect(await judged(at, "--changed")).toEqual([B, "moved/.agent/config.yaml"]);
    const { code, stdout } = await at.run(["lint", "--changed", "--no-global", "--format", "concise"]);
    expect([code, stdout]).toEqual([1, expect.stringContaining("error[layer/ambiguous-file]")]);
  });

  test("among what is named, from wherever", async () => {
    const at = three();
    for (const name of [A, B]) write(at, name, `${V}#\n`);
    expect(await judged(at, "--changed", "b", C)).toEqual([B]);
    expect(await judged(at, "--changed", B, "a/.agent")).toEqual([A, B]);
    expect(await judged(at, "--changed", "c")).toEqual([]);
    expect(await at.run(["lint", "--changed", "nowhere"])).toMatchObject({
      ...{ code: 2, stderr: "agentcfg: cannot read nowhere: there is no such file\n" },
    });
  });

  test("over the global layer, which is none of the repository's", async () => {
    const at = three({ [GLOBAL]: ERROR });
    write(at, A, `${V}#\n`);
    expect(await at.run(["lint", "--changed", "--format", "concise"])).toMatchObject({ code: 0, stdout: "" });
  });

  test("with Windows line ends nothing has changed; behind a filter or a link something may have", async () => {
    const at = three({ "shared.yaml": V, "l/.agent/config.yaml": { to: "../../shared.yaml" } });
    write(at, A, V.replaceAll("\n", "\r\n"));
    expect(await judged(at, "--changed")).toEqual(["l/.agent/config.yaml"]);
    write(at, A, `${V}\r`);
    expect(await judged(at, "--changed", "a", "b")).toEqual([A]);
  });

  test("fixes are written in what has changed alone", async () => {
    const at = three({ [B]: "verson: 3\n" });
    write(at, A, "verson: 3\n");
    expect((await at.run(["lint", "--changed", "--no-global", "--fix"])).code).toBe(0);
    expect([at.read(A), at.read(B)]).toEqual([V, "verson: 3\n"]);
  });
});

describe("--since", () => {
  test("what differs from where the branch began, committed or not", async () => {
    const at = three();
    git(at, "checkout", "-q", "-b", "mine");
    write(at, A, `${V}# mine\n`);
    commit(at);
    git(at, "checkout", "-q", "main");
    write(at, B, `${V}# theirs\n`);
    commit(at);
    git(at, "checkout", "-q", "mine");
    write(at, "new/.agent/config.yaml", V);
    expect(await judged(at, "--since", "main")).toEqual([A, "new/.agent/config.yaml"]);
    expect(await judged(at, "--since", "HEAD")).toEqual(["new/.agent/config.yaml"]);
    git(at, "checkout", "-q", "--detach");
    expect(await judged(at, "--since", "main")).toEqual([A, "new/.agent/config.yaml"]);
  });

  test.each(["nowhere", "-x", "--output=x", "", "main:a", "a\nb", "main; touch x", "HEAD^9", "\u0000", "::error::x"])(
    "%j is no commit",
    async (ref) => {
      const at = three();
      const run = await at.run(["lint", `--since=${ref}`]);
      expect([run.code, run.stdout]).toEqual([2, ""]);
      expect(run.stderr).toMatch(
        /^agentcfg: cannot look at .*: (git knows no such commit here|a name holds U\+0000)\n$/,
      );
      expectHarmless([ref], run);
    },
  );

  test("without anything in common, and in a shallow clone", async () => {
    const at = three();
    git(at, "checkout", "-q", "--orphan", "other");
    write(at, "x.txt", "other");
    commit(at);
    expect((await at.run(["lint", "--since", "main"])).stderr).toBe(
      "agentcfg: cannot look at `main`: it has no commit in common with this branch\n",
    );
    commit(at);
    git(at, "clone", "-q", "--depth", "1", "--no-single-branch", `file://${at.repository}`, "clone");
    const clone = workingIn(at, "clone");
    expect(git(clone, "rev-parse", "--is-shallow-repository")).toBe("true\n");
    expect((await clone.run(["lint", "--since", "origin/main"])).stderr).toMatch(
      /in common with this branch; this clone is shallow/,
    );
    expect((await clone.run(["lint", "--since", "HEAD~1"])).stderr).toMatch(
      /no such commit here; this clone is shallow/,
    );
    expect(await clone.run(["lint", "--changed"])).toEqual(NOTHING);
  });
});

describe("--staged", () => {
  test("the index counts, not the working tree", async () => {
    const at = three();
    write(at, A, ERROR);
    git(at, "add", A);
    write(at, A, V);
    write(at, B, ERROR);
    const run = await at.run(["lint", "--staged", "--no-global", "--format", "concise"]);
    expect([run.code, run.stdout]).toEqual([1, expect.stringMatching(/^a\/\.agent\/config\.yaml:2:15: error\[.*\n$/)]);
    const shown = await at.run(["lint", "--staged", "--no-global"]);
    expect(shown.stdout).toContain("tui: { theme: 5 }");
    rmSync(at.path("a"), { recursive: true });
    expect(await at.run(["lint", "--staged", "--no-global"])).toEqual(shown);
    git(at, "add", B, A);
    expect(await judged(at, "--staged")).toEqual([B]);
  });

  test("in it, two are two and one that is gone is none", async () => {
    const at = three();
    write(at, "a/.agent/config.json", "{}");
    git(at, "add", "-A");
    rmSync(at.path("a/.agent/config.json"));
    const concise = ["lint", "--staged", "--no-global", "--format", "concise"];
    expect((await at.run(concise)).stdout).toContain("error[layer/ambiguous-file]");
    git(at, "rm", "-q", "--cached", A);
    expect(await at.run(concise)).toMatchObject({ stdout: expect.not.stringContaining("ambiguous") });
    expect(await judged(at, "--staged")).toEqual(["a/.agent/config.json"]);
  });

  test("over the global layer as it is; what lies beside the configuration is looked for in the working tree", async () => {
    const at = three({ [GLOBAL]: `${V}models: { mine: { context_window: 5000 } }\n` });
    write(at, A, `${V}defaults: { full: mine }\nfacets: { f: { source: here.md } }\n`);
    write(at, B, `${V}facets: { f: { source: gone.md } }\n`);
    write(at, "a/here.md", "");
    git(at, "add", "-A");
    const { stdout } = await at.run(["lint", "--staged", "--format", "concise"]);
    expect(stdout).toMatch(/^b\/\.agent\/config\.yaml:2:\d+: \w+\[path\/not-found\].*\n$/);
  });

  test("announced only, in conflict, too large, a link, missing", async () => {
    const at = three({ "l/shared.yaml": ERROR });
    write(at, "meant/.agent/config.yaml", ERROR);
    git(at, "add", "-N", "meant");
    expect(await judged(at, "--staged")).toEqual([]);
    write(at, A, `# ${"x".repeat(1024 * 1024)}\n`);
    mkdirSync(at.path("l/.agent"), { recursive: true });
    symlinkSync("../shared.yaml", at.path("l/.agent/config.yaml"));
    git(at, "add", A, "l");
    const { stdout } = await at.run(["lint", "--staged", "--no-global", "--format", "concise"]);
    expect(stdout.split("\n").map((line) => /^\S+ \w+\[[\w/-]+\]/.exec(line)?.[0] ?? "")).toEqual([
      ...["a/.agent/config.yaml:1:1: error[syntax/limit]", "l/.agent/config.yaml:2:15: error[schema/wrong-type]", ""],
    ]);
    const lost = three();
    write(lost, A, ERROR);
    git(lost, "add", A);
    const blob = git(lost, "rev-parse", `:${A}`).trim();
    rmSync(lost.path(`.git/objects/${blob.slice(0, 2)}/${blob.slice(2)}`), { force: true });
    expect(await lost.run(["lint", "--staged"])).toMatchObject({
      ...{ code: 2, stderr: `agentcfg: cannot read ${A}: git does not have what is in the index\n` },
    });
  });

  test("a conflict", async () => {
    const at = three();
    for (const [branch, text] of [
      ["x", "# x\n"],
      ["y", "# y\n"],
    ] as const) {
      git(at, "checkout", "-q", "-b", branch, "main");
      write(at, A, V + text);
      commit(at);
    }
    expect(() => git(at, "merge", "-q", "x")).toThrow();
    expect(await at.run(["lint", "--staged"])).toMatchObject({
      ...{ code: 2, stderr: `agentcfg: cannot read ${A}: it has a conflict in the index\n` },
    });
    expect(await judged(at, "--changed")).toEqual([A]);
  });

  test("the index that a hook is given", async () => {
    const at = three();
    write(at, A, ERROR);
    execFileSync("cp", [at.path(".git/index"), at.path(".git/other")]);
    execFileSync("git", ["add", A], { cwd: at.repository, env: { ...at.env, GIT_INDEX_FILE: ".git/other" } });
    expect(await judged(at, "--staged")).toEqual([]);
    const run = await at.run(["lint", "--staged", "--no-global"], { GIT_INDEX_FILE: ".git/other", GIT_DIR: ".git" });
    expect(run).toMatchObject({ code: 1, stdout: expect.stringContaining("tui") });
  });
});

describe("repositories of every kind", () => {
  test.each(["--changed", "--staged", "--since=HEAD"])(
    "no repository, a bare one, a broken one, none that git has: %s",
    async (option) => {
      const said = async (at: Machine, env = {}): Promise<string> => {
        const { code, stdout, stderr } = await at.run(["lint", option], env);
        expect([code, stdout]).toEqual([2, ""]);
        return stderr;
      };
      const outside = machine({ [A]: V }, { kind: "directory" });
      expect(await said(outside)).toBe(
        `agentcfg: cannot tell what has changed: this is not a repository with a working tree\n`,
      );
      git(outside, "init", "-q", "--bare", ".");
      expect(await said(outside)).toBe(
        `agentcfg: cannot tell what has changed: this is not a repository with a working tree\n`,
      );
      const broken = machine({ [A]: V, ".git/HEAD": "garbage" });
      expect(await said(broken)).toContain("for git it is no repository with a working tree");
      const at = three();
      // Where no entry is a directory, the system's error is another one.
      for (const path of ["/nowhere", "", ".", "/dev/null", "/nowhere:/dev/null"])
        expect(await said(at, { PATH: path })).toBe(
          `agentcfg: cannot tell what has changed: git could not be started\n`,
        );
      git(at, "config", "core.bare", "true");
      expect(await said(at)).toContain("for git it is no repository with a working tree");
      git(at, "config", "core.bare", "false");
      git(at, "config", "core.worktree", at.home);
      expect(await said(at)).toContain("git uses another directory as its working tree");
    },
  );

  test("without a commit everything is new", async () => {
    const at = machine({ [A]: V, [B]: V });
    git(at, "init", "-q");
    git(at, "add", A);
    expect(await judged(at, "--changed")).toEqual([A, B]);
    expect(await judged(at, "--staged")).toEqual([A]);
    expect((await at.run(["lint", "--since", "HEAD"])).stderr).toContain("git knows no such commit here");
  });

  test("with names of another kind for its objects", async () => {
    const at = machine({ [A]: V, [B]: V });
    git(at, "init", "-q", "--object-format=sha256");
    expect(await judged(at, "--changed")).toEqual([A, B]);
    commit(at);
    write(at, B, `${V}#\n`);
    expect(await judged(at, "--changed")).toEqual([B]);
    git(at, "add", B);
    expect(await judged(at, "--staged")).toEqual([B]);
  });

  test("with another working tree, and with another repository in it", async () => {
    const at = three();
    git(at, "worktree", "add", "-q", "tree", "-b", "tree");
    const tree = workingIn(at, "tree");
    writeFileSync(tree.path(A), `${V}#\n`);
    expect(await judged(tree, "--changed")).toEqual([A]);
    expect(await judged(at, "--changed")).toEqual([]);

    git(at, "-c", "protocol.file.allow=always", "submodule", "add", "-q", at.repository, "sub");
    commit(at);
    writeFileSync(at.path(`sub/${A}`), ERROR);
    expect(await judged(at, "--changed")).toEqual([]);
    expect(await judged(workingIn(at, "sub"), "--changed")).toEqual([A]);
    expect(await judged(at, "--staged")).toEqual([]);
  });

  test("from a directory in it", async () => {
    const at = three();
    write(at, A, `${V}#\n`);
    write(at, "b/new/.agent/config.yaml", V);
    const below = workingIn(at, "b");
    expect(await judged(below, "--changed")).toEqual(["../a/.agent/config.yaml", "new/.agent/config.yaml"]);
    expect(await judged(below, "--changed", ".")).toEqual(["new/.agent/config.yaml"]);
  });

  test("names with line ends, quotes and magic", async () => {
    const at = three();
    const names = ["a\nb", "::error::x", ":(exclude)*", "*", "-x", 'q"', "é", "\u001b[2m"];
    for (const name of names) write(at, `${name}/.agent/config.yaml`, ERROR);
    for (const option of ["--changed", "--staged"]) {
      if (option === "--staged") git(at, "add", "-A");
      const run = await at.run(["lint", option, "--no-global", "--format", "concise"]);
      expect(run.stdout.match(/: error\[schema\/wrong-type\]: /g)).toHaveLength(names.length);
      expect(run.stdout.trimEnd().split("\n")).toHaveLength(names.length);
      expectHarmless([option], run);
    }
  });

  test("a name that is no text", async () => {
    const at = three();
    execFileSync("/bin/sh", ["-c", `d="$(printf 'x\\377y')/.agent"; mkdir -p "$d"; echo > "$d/config.yaml"`], {
      cwd: at.repository,
    });
    expect(await at.run(["lint", "--changed"])).toMatchObject({
      ...{ code: 2, stderr: "agentcfg: cannot read x\ufffdy/.agent/config.yaml: its name is not UTF-8\n" },
    });
  });

  test("a program of the repository is not git", async () => {
    const at = three({ git: "#!/bin/sh\ntouch ran\n" });
    chmodSync(at.path("git"), 0o755);
    appendFileSync(at.path(A), "#\n");
    const { stdout } = await at.run(["lint", "--changed", "--format", "json"], { PATH: `:.:${at.env["PATH"]}` });
    expect(stdout).toContain(A);
    expect(existsSync(at.path("ran"))).toBe(false);
  });
});

describe("what contradicts itself", () => {
  test.each([
    [["--changed", "--staged"], "use one of them"],
    [["--since", "main", "--changed"], "use one of them"],
    [["--staged", "--fix"], "reads the index and `--fix` writes the working tree"],
    [["--changed", "-"], "leave out `-`"],
  ])("%j", async (args, why) => {
    const at = three();
    expect(await at.run(["lint", ...args])).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining(why),
    });
  });
});
