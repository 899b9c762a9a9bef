/** Runs git to read objects, the index and names, and nothing else. Part of the host. */
import { type RunOptions, type RunResult, runProgram } from "./run.js";

/**
 * Switches off the parts of a repository's own configuration that run programs or change the answer: the monitor, hooks, fetching of
 * missing objects, replaced objects, bare repositories inside of a working tree.
 */
const INERT = [
  ...["--no-pager", "--no-replace-objects"],
  ...["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "protocol.allow=never"],
  ...["-c", "safe.bareRepository=explicit", "-c", "core.untrackedCache=false"],
];

/** Variables with a fixed value. */
const QUIET = {
  GIT_ALLOW_PROTOCOL: "none",
  GIT_NO_LAZY_FETCH: "1",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_TERMINAL_PROMPT: "0",
};

/** The variables that git inherits: directories, the user, and the index of a hook. No credentials. */
const TOLD = /^(?:HOME|PATH|XDG_CONFIG_HOME|SYSTEMROOT|USERPROFILE|TMPDIR|GIT_.*)$/i;

/** Variables that change how git reads the names in its arguments: the caller decides that. */
const UNTOLD = /^GIT_(?:LITERAL|GLOB|NOGLOB|ICASE)_PATHSPECS$/i;

/** No command here compares contents of the working tree: git would run the filters that a repository configures. */
export function runGit(args: readonly string[], options: RunOptions): Promise<RunResult> {
  if (args.some((arg) => arg.includes("\0"))) return Promise.resolve({ kind: "failed", reason: "a name holds U+0000" });
  const inherited = Object.entries(options.env).filter(([name]) => TOLD.test(name) && !UNTOLD.test(name));
  const env = { ...Object.fromEntries(inherited), ...QUIET };
  return runProgram("git", [...INERT, ...args], { ...options, env }, "git");
}

/** The name of a blob in git; `hash` is the hash function of the repository. */
export function blobId(bytes: Uint8Array, hash: string): string {
  const { createHash } = process.getBuiltinModule("node:crypto");
  return createHash(hash).update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}
