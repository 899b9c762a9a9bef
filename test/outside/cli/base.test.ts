/** `agentcfg review --base`: the differences that a change makes; a reviewed repository runs nothing. */
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, rmSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type Files, type Machine, machine } from "../../machine/machine.js";
import { repository as committed, git } from "../../machine/repository.js";

const GLOBAL = "~/.config/agent/config.yaml";
const PROJECT = ".agent/config.yaml";
const server = (name: string, command: string): string => `  ${name}: { transport: stdio, command: ${command} }\n`;
const BEFORE = `version: 3\nmcp_servers:\n${server("old", "old-mcp")}${server("stays", "stays-mcp")}`;
const AFTER = `version: 3\ndefault_permission_matcher: bypass\nmcp_servers:\n${server("stays", "stays-mcp")}${server("new", "new-mcp")}`;

/** A repository with everything committed, its user's own configuration beside it. */
function repository(files: Files): Machine {
  return committed({ [GLOBAL]: "version: 3\n", ...files });
}

test("only what the change adds and removes, whatever moved", async () => {
  const at = repository({ [PROJECT]: BEFORE });
  writeFileSync(at.path(PROJECT), AFTER);
  const text = `weakens what protects you
+ bypass instead of standard
    default_permission_matcher at .agent/config.yaml:2:29

starts
+ new-mcp
    mcp_servers.new.command at .agent/config.yaml:5:37
- old-mcp
    mcp_servers.old.command at main:.agent/config.yaml:3:37
`;
  expect(await at.run(["review", "--base", "main"])).toEqual({ code: 0, stdout: text, stderr: "" });
  const markdown = (await at.run(["review", "--base", "HEAD", "--format", "markdown"])).stdout;
  expect(markdown).toContain(
    "**This change starts:**\n\n- `new-mcp` (`mcp_servers.new.command`, `.agent/config.yaml:5`)\n- no longer `old-mcp` (",
  );
  const { sections } = JSON.parse((await at.run(["review", "--base", "main", "--format", "json"])).stdout);
  expect(sections[1].items.map(({ what, change }: Record<string, string>) => `${change} ${what}`)).toEqual([
    "added new-mcp",
    "removed old-mcp",
  ]);
});

test("nothing, a file that is new, renamed or gone", async () => {
  const same = repository({ [PROJECT]: BEFORE });
  const nothing = "no risky changes compared with main\n";
  expect(await same.run(["review", "--base", "main"])).toEqual({ code: 0, stdout: "", stderr: nothing });
  writeFileSync(same.path(".agent/config.yml"), BEFORE);
  rmSync(same.path(PROJECT));
  expect(await same.run(["review", "--base", "main"])).toEqual({ code: 0, stdout: "", stderr: nothing });
  rmSync(same.path(".agent"), { recursive: true });
  expect((await same.run(["review", "--base", "main"])).stdout).toContain("- stays-mcp\n");
  const fresh = repository({});
  const none = await fresh.run(["review", "--base", "main"]);
  expect(none).toEqual({ code: 0, stdout: "", stderr: nothing });
  const begun = repository({ "README.md": "" });
  execFileSync("mkdir", [begun.path(".agent")]);
  writeFileSync(begun.path(PROJECT), AFTER);
  expect((await begun.run(["review", "--base", "main"])).stdout).toContain("+ stays-mcp\n");
});

test.each(["nowhere", "-x", "--output=x", "", "main:README.md", "a\nb", "main; touch x", "HEAD^9", "\u0000"])(
  "%j is no commit",
  async (ref) => {
    const at = repository({ [PROJECT]: BEFORE });
    const { code, stdout, stderr } = await at.run(["review", `--base=${ref}`]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/^agentcfg: cannot look at .*: (git knows no such commit here|a name holds U\+0000)\n$/);
  },
);

test("outside of a repository, and without git", async () => {
  const outside = machine({ [PROJECT]: BEFORE });
  expect(await outside.run(["review", "--base", "main"])).toMatchObject({ code: 2 });
  const at = repository({ [PROJECT]: BEFORE });
  expect(await at.run(["review", "--base", "main"], { PATH: "/nowhere" })).toEqual({
    ...{ code: 2, stdout: "" },
    stderr: "agentcfg: cannot look at `main`: git could not be started\n",
  });
});

test("a secret of its user's is shown in no state; what a project calls secret is no secret of its reader's", async () => {
  const project = (command: string): string =>
    `version: 3\npermissions: { secret_words: [evil-mcp] }\nmcp_servers: { s: { transport: stdio, command: ${command} } }\n`;
  const at = repository({
    [GLOBAL]: "version: 3\npermissions: { secret_words: [CANARY-1, CANARY-2] }\n",
    [PROJECT]: project("good-mcp-CANARY-1"),
  });
  writeFileSync(at.path(PROJECT), project("evil-mcp-CANARY-2"));
  for (const format of ["text", "markdown", "json"]) {
    const { stdout } = await at.run(["review", "--base", "main", "--format", format]);
    expect(stdout).toContain("evil-mcp-<redacted>");
    expect(stdout).not.toContain("CANARY");
  }
});

test("a difference that cannot be seen is reported", async () => {
  const server = (script: string): string =>
    `version: 3\nmcp_servers: { s: { transport: stdio, command: sh, args: [-c, '${script}'] } }\n`;
  const long = `# ${"a b ".repeat(150)}`;
  for (const [before, after] of [
    ["TOKEN=abc123def456 exec good", "TOKEN=zyx987wvu654 exec good"],
    [`${long} good`, `${long} evil`],
  ] as const) {
    const at = repository({ [PROJECT]: server(before) });
    writeFileSync(at.path(PROJECT), server(after));
    const { stdout } = await at.run(["review", "--base", "main"]);
    expect(stdout.match(/^[+-] /gm)).toEqual(["+ ", "- "]);
  }
});

test("what only looks like a repository is none, and a program of the repository is not git", async () => {
  const at = repository({ [PROJECT]: BEFORE, ".agent/git": "#!/bin/sh\ntouch ran\n" });
  git(at, "clone", "-q", "--bare", ".", "inner");
  for (const name of ["HEAD", "config", "objects", "refs", "packed-refs"]) {
    execFileSync("cp", ["-r", at.path(`inner/${name}`), at.path(`.agent/${name}`)]);
  }
  writeFileSync(at.path(PROJECT), AFTER);
  git(at, "add", ".agent/config.yaml");
  git(at, "commit", "-q", "-m", "after");
  writeFileSync(at.path(".agent/refs/heads/main"), git(at, "rev-parse", "main"));
  chmodSync(at.path(".agent/git"), 0o755);
  const { stdout } = await at.run(["review", "--base", "main~1"], { PATH: `:.:${at.env["PATH"]}` });
  expect(stdout).toContain("+ new-mcp");
  expect([existsSync(at.path("ran")), existsSync(at.path(".agent/ran"))]).toEqual([false, false]);
});

test("nothing that the repository names is run", async () => {
  const at = repository({ [PROJECT]: BEFORE, ".gitattributes": "* filter=evil diff=evil\n" });
  const evil = `touch ${at.path("ran")}`;
  const settings = {
    ...{ "core.fsmonitor": evil, "core.pager": evil, "core.sshCommand": evil, "core.editor": evil },
    ...{ "filter.evil.smudge": evil, "filter.evil.clean": evil, "diff.evil.textconv": evil, "diff.external": evil },
    ...{ "alias.cat-file": `!${evil}`, "alias.rev-parse": `!${evil}`, "credential.helper": `!${evil}` },
    ...{ "remote.origin.url": `ext::sh -c ${JSON.stringify(evil)}`, "remote.origin.promisor": "true" },
    ...{ "remote.origin.uploadpack": evil, "protocol.ext.allow": "always", "extensions.partialClone": "origin" },
  };
  git(at, "config", "core.repositoryformatversion", "1");
  // An object that is missing would be fetched.
  const blob = git(at, "rev-parse", `main:${PROJECT}`).trim();
  rmSync(at.path(`.git/objects/${blob.slice(0, 2)}/${blob.slice(2)}`), { force: true });
  for (const [key, value] of Object.entries(settings)) git(at, "config", key, value);
  writeFileSync(at.path(PROJECT), AFTER);
  const { code, stdout } = await at.run(["review", "--base", "main"]);
  expect([code, stdout.includes("+ new-mcp")]).toEqual([0, true]);
  expect(existsSync(at.path("ran"))).toBe(false);
});

test("facets, subagents and skills that a change brings, changes and takes away", async () => {
  const at = repository({
    [PROJECT]: "version: 3\nfacets: { named: { source: prompts/named.md } }\n",
    "prompts/named.md": "---\nmodel: same\n---\n",
    ".agent/facets/stays.md": "---\nmodel: same\n---\n",
    ".agent/facets/execute.md": "Work.",
    ".agent/subagents/gone.md": "Gone.",
  });
  expect((await at.run(["review", "--base", "main"])).stdout).toBe("");
  writeFileSync(at.path(".agent/facets/execute.md"), "---\nmodel: dear\n---\nWork.");
  writeFileSync(at.path(".agent/facets/new.md"), "New.");
  rmSync(at.path(".agent/subagents/gone.md"));
  const { stdout } = await at.run(["review", "--base", "main"]);
  expect(
    stdout
      .split("\n")
      .filter((line) => /^[+-]/.test(line))
      .map((line) => line.replace(/[0-9a-f]{64}/, "SUM")),
  ).toEqual([
    "+ sha256 SUM: the facet execute",
    "+ sha256 SUM: the facet new",
    "- sha256 SUM: the facet execute",
    "- sha256 SUM: the subagent gone",
    "+ dear",
  ]);
});
