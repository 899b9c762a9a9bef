/** A machine whose repository is one: with an index, commits and whatever else git keeps. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodeHost } from "../../src/toolkit/read/host/writing.js";
import { type Files, type Machine, type MachineOptions, machine } from "./machine.js";
import { runHere } from "./run.js";

/** Runs git in the repository of a machine, as its user does. */
export function git({ repository, env }: Machine, ...args: readonly string[]): string {
  return execFileSync("git", ["-c", "user.name=n", "-c", "user.email=n@example.test", ...args], {
    cwd: repository,
    env: { ...env },
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
}

/** What git makes of files, by these: copying it is much quicker than asking git again. */
const MADE = new Map<string, string>();

/** A repository with everything committed, on a branch that is called `main`. */
export function repository(files: Files, options?: MachineOptions): Machine {
  const at = machine(files, options);
  const key = JSON.stringify([files, options]);
  const made = MADE.get(key);
  if (made === undefined) {
    git(at, "init", "-q", "-b", "main", "--template=");
    commit(at);
    const copy = mkdtempSync(join(tmpdir(), "agentcfg-git-"));
    cpSync(at.path(".git"), copy, { recursive: true });
    MADE.set(key, copy);
  } else cpSync(made, at.path(".git"), { recursive: true });
  return at;
}

/** Commits everything as it is. */
export function commit(at: Machine): void {
  git(at, "add", "-A");
  git(at, "commit", "-q", "--allow-empty", "-m", "a commit");
}

/** The same machine, its user working in another directory of the repository, to which all names are relative. */
export function workingIn(at: Machine, name: string): Machine {
  const repository = at.path(name);
  return {
    ...at,
    ...{ repository, cwd: repository, host: nodeHost({ cwd: repository, env: at.env }) },
    path: (file) => join(repository, file),
    run: (args, added = {}) => runHere(args, nodeHost({ cwd: repository, env: { ...at.env, ...added } })),
  };
}
