/** Runs git, for what it can tell of objects, of the index and of names alone. Part of the host. */
import { type RunOptions, type RunResult, runProgram } from "./run.js";

/**
 * Of what a repository's own configuration can name: no monitor, no hook, no program to fetch what is missing, no replaced
 * object, no directory that only looks like a repository.
 */
const INERT = [
  ...["--no-pager", "--no-replace-objects"],
  ...["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "protocol.allow=never"],
  ...["-c", "safe.bareRepository=explicit", "-c", "core.untrackedCache=false"],
];

/** What holds whatever the environment says. */
const QUIET = {
  GIT_ALLOW_PROTOCOL: "none",
  GIT_NO_LAZY_FETCH: "1",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_TERMINAL_PROMPT: "0",
};

/** What git is told of the environment: where it is and whose, and where a hook has its index. No credential is among it. */
const TOLD = /^(?:HOME|PATH|XDG_CONFIG_HOME|SYSTEMROOT|USERPROFILE|TMPDIR|GIT_.*)$/i;

/** How names in its arguments are read is for those who write them. */
const UNTOLD = /^GIT_(?:LITERAL|GLOB|NOGLOB|ICASE)_PATHSPECS$/i;

/** Of the working tree, no command may compare contents by itself: that runs the filters that a repository's configuration names. */
export function runGit(args: readonly string[], options: RunOptions): Promise<RunResult> {
  if (args.some((arg) => arg.includes("\0"))) return Promise.resolve({ kind: "failed", reason: "a name holds U+0000" });
  const told = Object.entries(options.env).filter(([name]) => TOLD.test(name) && !UNTOLD.test(name));
  const env = { ...Object.fromEntries(told), ...QUIET };
  return runProgram("git", [...INERT, ...args], { ...options, env }, "git");
}

/** The name that git gives to a blob; `hash` is the one that the repository uses. */
export function blobId(bytes: Uint8Array, hash: string): string {
  const { createHash } = process.getBuiltinModule("node:crypto");
  return createHash(hash).update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}
