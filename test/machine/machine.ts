/** A machine to try things on: a home directory and a repository on the disk, and the ways to use them. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import type { LintResult } from "../../src/toolkit/judge/analysis/run.js";
import { type LintOptions, lint } from "../../src/toolkit/lint.js";
import { type LoadOptions, type LoadResult, load } from "../../src/toolkit/load.js";
import type { WritingHost } from "../../src/toolkit/read/host/host.js";
import { nodeHost } from "../../src/toolkit/read/host/writing.js";
import { POLICY, pathOf } from "./names.js";
import { CACHE, type Run, runHere, runProcess } from "./run.js";

export type Env = Readonly<Record<string, string>>;

/** By name (names.ts); a name that ends in a slash is a directory. */
export type Files = Readonly<Record<string, string | Uint8Array | Link>>;

interface Link {
  /** Where it leads, from where it stands. */
  readonly to: string;
}

export interface MachineOptions {
  /** Added to an environment of HOME, PATH, and a directory for compiled code. */
  readonly env?: Env;
  /** The user's working directory, by name; the repository itself by default. */
  readonly cwd?: string;
  /** What the project is: a repository, or a directory in the user's home that is none. */
  readonly kind?: "repository" | "directory";
}

export interface Machine {
  /** Holds everything there is. */
  readonly root: string;
  readonly home: string;
  readonly repository: string;
  readonly cwd: string;
  readonly env: Env;
  readonly host: WritingHost;
  readonly path: (name: string) => string;
  readonly read: (name: string) => string;
  readonly lint: (options?: LintOptions) => LintResult;
  readonly load: (options?: LoadOptions) => Promise<LoadResult>;
  /** Runs a command line in the process of the tests. */
  readonly run: (args: readonly string[], env?: Env) => Promise<Run>;
  /** Runs the built program in a process of its own. */
  readonly spawn: (args: readonly string[], env?: Env) => Run;
}

/** Everything is gone when the test ends. */
export function machine(files: Files, { env: more, cwd: at = ".", kind = "repository" }: MachineOptions = {}): Machine {
  const root = mkdtempSync(join(tmpdir(), "agentcfg-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const home = join(root, "home");
  const repository = kind === "repository" ? join(root, "repo") : join(home, "project");
  const path = (name: string): string => pathOf(name, { root, home, repository });
  mkdirSync(home);
  mkdirSync(kind === "repository" ? join(repository, ".git") : repository, { recursive: true });
  for (const [name, content] of Object.entries(files)) put(path(name), content);
  const cwd = path(at);
  const env = { HOME: home, PATH: process.env["PATH"] ?? "", XDG_CACHE_HOME: CACHE, ...more };
  // No test reads the policy of the machine that it runs on.
  const hostWith = (own: Env): WritingHost => ({ ...nodeHost({ cwd, env: own }), policyFile: path(POLICY) });
  const host = hostWith(env);
  return {
    ...{ root, home, repository, cwd, env, host, path },
    read: (name) => readFileSync(path(name), "utf8"),
    lint: (options = {}) => lint({ host, ...options }),
    load: (options = {}) => load(isElsewhere(options) ? { cwd, env, ...options } : { host, ...options }),
    run: (args, added = {}) => runHere(args, hostWith({ ...env, ...added })),
    spawn: (args, added = {}) => runProcess(args, { cwd, env: { ...env, ...added } }),
  };
}

/** Whether options of loading mean another machine than one's own. */
function isElsewhere(options: LoadOptions): boolean {
  return ["cwd", "env", "signal"].some((name) => name in options);
}

function put(path: string, content: Files[string]): void {
  const isDirectory = path.endsWith("/");
  mkdirSync(isDirectory ? path : dirname(path), { recursive: true });
  if (isDirectory) return;
  if (typeof content === "string" || content instanceof Uint8Array) writeFileSync(path, content);
  else symlinkSync(content.to, path);
}
