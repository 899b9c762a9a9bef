/** Asks git about a repository. git reads only objects, the index and names, and runs no program that a repository configures. */
import { ENDINGS } from "../document/formats.js";
import { runGit } from "../host/git.js";
import { type Host, repositoryOf, slashed } from "../host/host.js";
import type { RunResult } from "../host/run.js";
import { realName } from "../layers/identity.js";

/** Why a request failed; completes a sentence. */
export interface Refusal {
  readonly reason: string;
}

export type Git = (args: readonly string[]) => Promise<RunResult>;

export interface Repository {
  /** The working tree, by the name that its user uses. */
  readonly root: string;
  /** The hash function of object names: `sha1` or `sha256`. */
  readonly hash: string;
  /** Whether the clone lacks a part of its history. */
  readonly isShallow: boolean;
  readonly git: Git;
}

/** The longest answer, in bytes: names of far more configurations than a repository has. */
const MOST_BYTES = 256 * 1024 * 1024;

/** Runs git in a directory; `maxBytes`: the most bytes of its answer. */
export function gitIn(host: Host, directory: string, maxBytes: number = MOST_BYTES): Git {
  return (args) => runGit(args, { cwd: directory, env: host.env, timeoutMs: 60_000, maxBytes });
}

/** The repository around the working directory. */
export async function openRepository(host: Host): Promise<Repository | Refusal> {
  const root = repositoryOf(host, host.cwd);
  if (root === undefined) return { reason: "this is not a repository with a working tree" };
  const git = gitIn(host, root);
  const answer = await git(["rev-parse", "--show-toplevel", "--show-object-format", "--is-shallow-repository"]);
  if (answer.kind === "failed") return { reason: isAnswer(answer) ? UNWILLING : answer.reason };
  // A directory's name may contain a line end.
  const lines = textOf(answer).split("\n");
  const [hash, shallow] = lines.slice(-3);
  if (lines.slice(0, -3).join("\n") !== slashed(realName(host, root)))
    return { reason: "git uses another directory as its working tree" };
  return { root, hash: hash === "sha256" ? hash : "sha1", isShallow: shallow === "true", git };
}

const UNWILLING = "for git it is no repository with a working tree; `git rev-parse --show-toplevel` says why";

/** The full name of the commit at `ref`. */
export async function commitOf(git: Git, ref: string): Promise<string | Refusal> {
  const answer = await git(["rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`]);
  return (
    COMMIT.exec(textOf(answer))?.[0] ?? { reason: isAnswer(answer) ? "git knows no such commit here" : whyNot(answer) }
  );
}

/** The last common commit of `ref` and the working tree. */
export async function forkOf({ git, isShallow }: Repository, ref: string): Promise<string | Refusal> {
  const hint = isShallow ? "; this clone is shallow: it has only a part of the history" : "";
  const [mine, theirs] = await Promise.all([commitOf(git, "HEAD"), commitOf(git, ref)]);
  if (typeof theirs !== "string") return { reason: `${theirs.reason}${hint}` };
  if (typeof mine !== "string") return { reason: "there is no commit here yet" };
  const answer = await git(["merge-base", "--end-of-options", mine, theirs]);
  const fork = COMMIT.exec(textOf(answer))?.[0];
  if (fork !== undefined) return fork;
  return { reason: isAnswer(answer) ? `it has no commit in common with this branch${hint}` : whyNot(answer) };
}

/** All branches and tags, by names that are valid as `ref` above. */
export async function refsOf({ git }: Repository): Promise<readonly string[]> {
  const answer = await git(["for-each-ref", "--format=%(refname:short)", "refs/heads", "refs/remotes", "refs/tags"]);
  return textOf(answer).split("\n").filter(Boolean);
}

/** The tree without files, a stand-in for a missing commit. */
export function emptyTree(hash: string): string {
  return hash === "sha256"
    ? "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321"
    : "4b825dc642cb6eb9a060e54bf8d69288fbee4904";
}

/** An entry of the index, and its counterpart in a commit. */
export interface Entry {
  /** The path from the root, with forward slashes. */
  readonly path: string;
  /** The blob's name before and after; zeros for a missing blob. */
  readonly before: string;
  readonly after: string;
  /** `A`dded, `M`odified, `D`eleted, changed in `T`ype, `U`nmerged. */
  readonly status: string;
  readonly isLink: boolean;
}

/**
 * The configurations that differ between the index and a tree; does not read the working tree. `intended`: whether files added with
 * `--intent-to-add` count.
 */
export async function entriesSince(
  { git }: Repository,
  tree: string,
  intended: "with-intended" | "as-committed",
): Promise<readonly Entry[] | Refusal> {
  const options = [
    ...["--cached", "--raw", "-z", "--no-renames", "--no-ext-diff", "--no-textconv", "--ignore-submodules=all"],
    ...(intended === "as-committed" ? ["--ita-invisible-in-index"] : []),
  ];
  const answer = await git(["diff-index", ...options, "--end-of-options", tree, "--", ...CONFIGURATIONS]);
  if (answer.kind === "failed") return { reason: whyNot(answer) };
  const entries = textOf(answer).matchAll(/:\d+ (\d+) ([0-9a-f]+) ([0-9a-f]+) ([A-Z])\d*\0([^\0]+)\0/g);
  return [...entries].map(([, mode, before = "", after = "", status = "", path = ""]) => ({
    ...{ path, before, after, status },
    isLink: mode === "120000",
  }));
}

/** The configurations that are neither in the index nor ignored. */
export async function untracked({ git }: Repository): Promise<readonly string[] | Refusal> {
  const answer = await git([
    "ls-files",
    "--others",
    "--exclude-standard",
    "-z",
    "--full-name",
    "--",
    ...CONFIGURATIONS,
  ]);
  return answer.kind === "failed" ? { reason: whyNot(answer) } : textOf(answer).split("\0").filter(Boolean);
}

const NAMES = ["config", "permissions"];

/** The pathspecs of the places that `walk` searches. */
const CONFIGURATIONS = [
  ...ENDINGS.flatMap((ending) => NAMES.map((name) => `:(top,glob)**/.agent/${name}${ending}`)),
  ":(top,exclude,glob)**/node_modules/**",
];

const COMMIT = /[0-9a-f]{40,64}(?=\n$)/;

function textOf(result: RunResult): string {
  return result.kind === "output" ? new TextDecoder().decode(result.bytes) : "";
}

/** Whether git ran and answered. */
function isAnswer(result: RunResult): boolean {
  return result.kind === "output" || result.reason.startsWith("exit code");
}

function whyNot(result: RunResult): string {
  return result.kind === "output" ? "git gave no answer" : result.reason;
}
