/** Runs git, for what it can tell of objects alone. Part of the host. */
import { type RunOptions, type RunResult, runProgram } from "./run.js";

/**
 * Of what a repository's own configuration can name: no monitor, no hook, no program to fetch what is missing, no replaced
 * object, no directory that only looks like a repository.
 */
const INERT = [
  ...["--no-pager", "--no-replace-objects", "--literal-pathspecs"],
  ...["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "protocol.allow=never"],
  ...["-c", "safe.bareRepository=explicit"],
];

export function runGit(args: readonly string[], options: RunOptions): Promise<RunResult> {
  const quiet = {
    GIT_ALLOW_PROTOCOL: "none",
    GIT_NO_LAZY_FETCH: "1",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
  };
  if (args.some((arg) => arg.includes("\0"))) return Promise.resolve({ kind: "failed", reason: "a name holds U+0000" });
  return runProgram("git", [...INERT, ...args], { ...options, env: { ...options.env, ...quiet } }, "git");
}
