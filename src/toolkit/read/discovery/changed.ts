/** The configurations of a repository that differ from a commit, in the working tree or in the index. */
import { MAX_SIZE } from "../document/encoding.js";
import { blobId } from "../host/git.js";
import { displayName, type Host } from "../host/host.js";
import type { Unreadable } from "../layers/layer.js";
import { emptyTree, entriesSince, type Refusal, type Repository, untracked } from "./repository.js";

/** Files that differ, and those that cannot be compared. */
export interface Changed {
  readonly files: readonly string[];
  readonly unreadable: readonly Unreadable[];
}

/**
 * The files in the working tree that differ from a commit, and untracked files. Comparing with git would run filters, so this compares the
 * bytes; a filtered file or a link counts as different.
 */
export async function changedSince(
  host: Host,
  repository: Repository,
  commit: string | undefined,
): Promise<Changed | Refusal> {
  const [all, since, fresh] = await Promise.all([
    entriesSince(repository, emptyTree(repository.hash), "with-intended"),
    commit === undefined ? [] : entriesSince(repository, commit, "with-intended"),
    untracked(repository),
  ]);
  if ("reason" in all) return all;
  if ("reason" in since) return since;
  if ("reason" in fresh) return fresh;
  const known = new Map(all.map(({ path, after }) => [path, after]));
  const before = new Map(commit === undefined ? [] : known);
  for (const entry of since) before.set(entry.path, entry.before);
  const paths = [...new Set([...known.keys(), ...fresh])].toSorted();
  const files = paths.map((path) => ({ path, file: host.join(repository.root, path) }));
  return {
    files: files.filter(({ path, file }) => isOther(host, repository, file, before.get(path))).map(({ file }) => file),
    unreadable: files.filter(({ path, file }) => isMisnamed(host, path, file)).map(({ file }) => misnamed(host, file)),
  };
}

/** Whether a file exists and differs from a blob. */
function isOther(host: Host, { hash }: Repository, file: string, before: string | undefined): boolean {
  const kind = host.kindOf(file);
  if (kind === undefined) return false;
  if (kind !== "file" || before === undefined) return true;
  const read = host.readFile(file, MAX_SIZE);
  if (read.kind !== "bytes") return true;
  // git stores a file with other line ends as the same blob.
  return blobId(read.bytes, hash) !== before && blobId(withoutReturns(read.bytes), hash) !== before;
}

const [RETURN, NEWLINE] = [13, 10];

function withoutReturns(bytes: Uint8Array): Uint8Array {
  return bytes.includes(RETURN) ? bytes.filter((byte, at) => byte !== RETURN || bytes[at + 1] !== NEWLINE) : bytes;
}

/** Whether git lists a file by a name that is not valid text: such a name cannot open the file. */
function isMisnamed(host: Host, path: string, file: string): boolean {
  return path.includes("\uFFFD") && host.kindOf(file) === undefined;
}

function misnamed(host: Host, file: string): Unreadable {
  return { file: displayName(host, file), reason: "its name is not UTF-8" };
}
