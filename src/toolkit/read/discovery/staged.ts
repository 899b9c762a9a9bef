/** The configurations in the index of a repository: the content of the next commit. */
import { MAX_SIZE } from "../document/encoding.js";
import { ENDINGS } from "../document/formats.js";
import { displayName, type FileRead, type Host, isInside, slashed } from "../host/host.js";
import { realName } from "../layers/identity.js";
import type { Changed } from "./changed.js";
import { commitOf, type Entry, emptyTree, entriesSince, gitIn, type Refusal, type Repository } from "./repository.js";

export interface Staged extends Changed {
  /** A machine that reads configurations from the index instead of the working tree. */
  readonly host: Host;
}

/** The number of blobs in one request. */
const AT_ONCE = 16;

/**
 * The configurations that differ from the last commit. A link is followed in the working tree, because its target has no configuration's
 * name.
 */
export async function stagedIn(host: Host, repository: Repository): Promise<Staged | Refusal> {
  const { git, hash, root } = repository;
  const nothing = emptyTree(hash);
  const head = await commitOf(git, "HEAD");
  const [all, since] = await Promise.all([
    entriesSince(repository, nothing, "as-committed"),
    entriesSince(repository, typeof head === "string" ? head : nothing, "as-committed"),
  ]);
  if ("reason" in all) return all;
  if ("reason" in since) return since;
  const added = since.filter(({ status }) => status !== "D" && status !== "U");
  const blobs = await blobsOf(host, repository, added);
  const nameOf = ({ path }: Entry): string => host.join(root, path);
  return {
    files: added.map(nameOf),
    unreadable: since
      .filter(({ status }) => status === "U")
      .map((entry) => ({ file: displayName(host, nameOf(entry)), reason: "it has a conflict in the index" })),
    host: withIndex(host, root, { all, blobs }),
  };
}

/** The contents of blobs by path, without links. */
async function blobsOf(
  host: Host,
  { root }: Repository,
  entries: readonly Entry[],
): Promise<ReadonlyMap<string, FileRead>> {
  const git = gitIn(host, root, MAX_SIZE + 1);
  const files = entries.filter(({ isLink }) => !isLink);
  const blobs = new Map<string, FileRead>();
  for (let start = 0; start < files.length; start += AT_ONCE) {
    const some = files.slice(start, start + AT_ONCE);
    const answers = await Promise.all(some.map(({ after }) => git(["cat-file", "blob", after])));
    for (const [at, blob] of answers.entries()) {
      const path = some[at]?.path ?? "";
      const realPath = host.join(realName(host, root), path);
      if (blob.kind === "output") blobs.set(path, { kind: "bytes", bytes: blob.bytes, realPath });
      else if (blob.reason.startsWith("it printed more")) blobs.set(path, { kind: "too-large" });
      else blobs.set(path, { kind: "unreadable", reason: "git does not have what is in the index" });
    }
  }
  return blobs;
}

interface Index {
  readonly all: readonly Entry[];
  readonly blobs: ReadonlyMap<string, FileRead>;
}

/** The machine, with configurations read from the index. */
function withIndex(host: Host, root: string, { all, blobs }: Index): Host {
  const entries = new Map(all.map((entry) => [entry.path, entry]));
  const roots = [root, realName(host, root)];
  /** The path from the root, for a name that may belong to a configuration in the index. */
  const pathIn = (file: string): string | undefined => {
    const own = roots.find((one) => isInside(file, one));
    const path = own === undefined ? undefined : slashed(file).slice(host.join(own, "x").length - 1);
    return path !== undefined && CONFIGURATION.test(path) && entries.get(path)?.isLink !== true ? path : undefined;
  };
  return {
    ...host,
    kindOf: (file) => {
      const path = pathIn(file);
      return path === undefined ? host.kindOf(file) : entries.has(path) ? "file" : undefined;
    },
    realPath: (file) => {
      const path = pathIn(file);
      if (path === undefined) return host.realPath(file);
      return entries.has(path) ? host.join(realName(host, root), path) : undefined;
    },
    readFile: (file, limit, realPath) => {
      const path = pathIn(host.resolve(file));
      return (path === undefined ? undefined : blobs.get(path)) ?? host.readFile(file, limit, realPath);
    },
  };
}

const CONFIGURATION = new RegExp(
  `(?:^|/)\\.agent/(?:config|permissions)(?:${ENDINGS.map((ending) => `\\${ending}`).join("|")})$`,
);
