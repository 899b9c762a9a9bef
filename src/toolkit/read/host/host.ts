/** All that the toolkit asks of its machine. */
import { withoutSlashes } from "../../../text/slashes.js";
import type { RunOptions, RunResult } from "./run.js";

export type FileRead =
  /** `realPath`: the path that the bytes came from, with all links followed. `isOpen`: every user of the machine may write the file. */
  | { readonly kind: "bytes"; readonly bytes: Uint8Array; readonly realPath: string; readonly isOpen?: true }
  | { readonly kind: "too-large" }
  /** `reason` completes the sentence "cannot read FILE: …". */
  | { readonly kind: "unreadable"; readonly reason: string };

/** `unknown`: there may be a file, but it cannot be examined. */
export type FileKind = "file" | "directory" | "link" | "other" | "unknown";

/** In no order. `reason` completes the sentence "cannot read DIRECTORY: …". A removed directory is empty. */
export type Listing = readonly { readonly name: string; readonly kind: FileKind }[] | { readonly reason: string };

/**
 * A machine. No method throws and `run` never rejects: a failure gives `undefined`, `unknown` or a reason, as each method says. The toolkit
 * does not catch exceptions of a method, which are mistakes of the calling program.
 */
export interface Host {
  /** Absolute working directory; names in reports are relative to it. */
  readonly cwd: string;
  /** Absolute home directory, shown as `~`; undefined without one. */
  readonly home: string | undefined;
  /** The home directory of this user's account in the system's database, whatever the environment says; undefined without one. */
  accountHome?(): string | undefined;
  /** The place of the machine's policy, whether the file exists or not; undefined on a machine that can have none. */
  readonly policyFile?: string | undefined;
  /** Environment variables. Linting never reads one that a configuration names. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The absolute form of a file name. */
  resolve(file: string): string;
  join(directory: string, name: string): string;
  isAbsolute(path: string): boolean;
  /** The kind of file at a path, without following links; undefined without a file. */
  kindOf(path: string): FileKind | undefined;
  /** The files in a directory. A machine without this method has no facets, subagents and skills that its user could vouch for. */
  list?(directory: string): Listing;
  /** A text that changes whenever a file, or the target of a link, changes; undefined without a file. */
  signature(path: string): string | undefined;
  /** The path with all links followed; undefined for a path that leads nowhere. */
  realPath(path: string): string | undefined;
  /**
   * Reads a regular file of at most `limit` bytes. It is opened once; bytes, checks and real path belong to the opened file
   * ([S4](../../../../docs/decisions.md#s4), [S37](../../../../docs/decisions.md#s37)). `realPath`: the file's, if the caller has just
   * looked it up.
   */
  readFile(file: string, limit: number, realPath?: string): FileRead;
  /**
   * Runs a command with `/bin/sh -c` in a process group of its own, without input, and ends the whole group
   * ([S21](../../../../docs/decisions.md#s21)).
   */
  run(command: string, options: RunOptions): Promise<RunResult>;
  /** The number of certificates in a PEM file; 0 if one of them cannot be parsed. */
  countCertificates(pem: Uint8Array): number;
  /** SHA-256 in hexadecimal. */
  sha256(bytes: Uint8Array): string;
}

/** A machine that can write files. Linting and loading never ask for one. */
export interface WritingHost extends Host {
  /**
   * Replaces a regular file by new bytes, whole or not at all, if it still holds the old bytes and neither it nor its directory is a link;
   * any other case returns the reason. Of several concurrent writers, one writes.
   */
  replaceFile(file: string, before: Uint8Array, after: Uint8Array): string | undefined;
  /**
   * Creates a file and its directories, if the file does not exist and its directory is not a link; any other case returns the reason. Only
   * its user may read the file and enter the directories, unless `forOthers` is set.
   */
  createFile(file: string, bytes: Uint8Array, forOthers?: boolean): string | undefined;
  /** Why a file could not be replaced or created at this moment; undefined if it could. Writes nothing. */
  refusalOf(file: string): string | undefined;
}

/** The working directory and its parents up to the repository's root; outside a repository the working directory alone. */
export function workingDirectories(host: Host): readonly string[] {
  return directoriesAround(host, host.cwd);
}

/** A directory and its parents up to the repository's root; outside a repository the directory alone. */
export function directoriesAround(host: Host, directory: string): readonly string[] {
  return wayToRepository(host, directory) ?? [directory];
}

/** The nearest directory with a `.git` in it; a bare repository inside of it does not count. */
export function repositoryOf(host: Host, from: string): string | undefined {
  return wayToRepository(host, host.resolve(from))?.at(-1);
}

function wayToRepository(host: Host, from: string): readonly string[] | undefined {
  const directories: string[] = [];
  for (let directory = from; ; directory = host.join(directory, "..")) {
    directories.push(directory);
    if (host.kindOf(host.join(directory, ".git")) !== undefined) return directories;
    if (directory === host.join(directory, "..")) return undefined;
  }
}

/**
 * A file name as reports show it, with forward slashes: relative to the working directory within the repository, with `~` for home
 * elsewhere in it, and absolute anywhere else.
 */
export function displayName(host: Host, file: string): string {
  const path = slashed(host.resolve(file));
  const local = below(slashed(host.cwd), path);
  if (local !== undefined) return local || ".";
  const directories = workingDirectories(host).map(slashed);
  const ofUser = host.home === undefined ? undefined : below(slashed(host.home), path);
  const ofRepository = below(directories.at(-1) ?? "", path);
  // If the file is in both directories, the inner one gives the shorter name.
  if (ofRepository !== undefined && (ofUser === undefined || ofRepository.length < ofUser.length)) {
    const up = directories.findIndex((directory) => below(directory, path) !== undefined);
    return `${"../".repeat(up)}${below(directories[up] ?? "", path)}`.replace(/\/$/, "");
  }
  return ofUser === undefined ? path : `~/${ofUser}`.replace(/\/$/, "");
}

/** The name of a directory in messages about it alone: with `~` for home, or absolute. */
export function directoryName(host: Host, directory: string): string {
  const path = slashed(host.resolve(directory));
  const ofUser = host.home === undefined ? undefined : below(slashed(host.home), path);
  return ofUser === undefined ? path : `~/${ofUser}`.replace(/\/$/, "");
}

/** With forward slashes. In an absolute path of a POSIX system a backslash is a character of a name. */
export function slashed(path: string): string {
  return path.startsWith("/") ? path : path.replaceAll("\\", "/");
}

/** Whether a path lies in a directory. */
export function isInside(path: string, directory: string): boolean {
  return Boolean(below(slashed(directory), slashed(path)));
}

/** The part of a path below a directory; empty for the directory itself. */
function below(directory: string, path: string): string | undefined {
  if (path === directory) return "";
  const prefix = `${withoutSlashes(directory)}/`;
  return path.startsWith(prefix) ? path.slice(prefix.length) : undefined;
}
