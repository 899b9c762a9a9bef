/** The machine that Node runs on, to read. In the toolkit, only this room touches it. */
import type { BigIntStats, Dirent } from "node:fs";
import { fs, path } from "./builtin.js";
import { codeOf } from "./code.js";
import type { FileKind, FileRead, Host, Listing } from "./host.js";
import { runCommand } from "./run.js";

const { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, readSync, realpathSync, statSync } = fs;
const { isAbsolute, join, resolve } = path;

export interface View {
  readonly cwd?: string;
  readonly env?: Host["env"];
  /** Aborting it ends every running program. */
  readonly signal?: AbortSignal;
}

/** The machine of this process, with another working directory or environment if the options name one. */
export function readingHost(view: View = {}): Host {
  const cwd = resolve(view.cwd ?? process.cwd());
  const env = view.env ?? process.env;
  return {
    cwd,
    home: view.env === undefined ? ownHome() : absolute(view.env["HOME"]),
    env,
    policyFile: policyFile(),
    accountHome: () => attempt(() => process.getBuiltinModule("node:os").userInfo().homedir) || undefined,
    resolve: (file) => resolve(cwd, file),
    join,
    isAbsolute,
    kindOf,
    list: listDirectory,
    realPath,
    signature,
    readFile: (file, limit, real) => readRegularFile(resolve(cwd, file), limit, real),
    run: (command, options) => runCommand(command, { ...options, signal: view.signal }),
    countCertificates,
    sha256: (bytes) => crypto().createHash("sha256").update(bytes).digest("hex"),
  };
}

/** No variable of a POSIX system decides where the policy is. */
function policyFile(): string {
  if (process.platform !== "win32") return "/etc/agentcfg/policy.yaml";
  return join(process.env["ProgramData"] ?? "C:\\ProgramData", "agentcfg", "policy.yaml");
}

/** Loaded when needed: loading it takes longer than linting a file, which does not need it. */
const crypto = () => process.getBuiltinModule("node:crypto");

/** A block without an end, or with another beginning inside, counts as a certificate that cannot be parsed. */
function countCertificates(pem: Uint8Array): number {
  const parts = Buffer.from(pem)
    .toString("latin1")
    .split(/(?=-----BEGIN CERTIFICATE-----)/);
  const { X509Certificate } = crypto();
  const blocks = parts.filter((part) => part.startsWith("-----BEGIN"));
  return blocks.every((block) => attempt(() => new X509Certificate(block)) !== undefined) ? blocks.length : 0;
}

/**
 * The user's home directory, if it is an absolute path: another one would be below the working directory. Reading a variable is faster than
 * asking the system.
 */
function ownHome(): string | undefined {
  const { HOME } = process.env;
  if (HOME !== undefined && process.platform !== "win32") return absolute(HOME);
  return absolute(attempt(() => process.getBuiltinModule("node:os").homedir()));
}

function absolute(path: string | undefined): string | undefined {
  return path !== undefined && isAbsolute(path) ? path : undefined;
}

function kindOf(path: string): FileKind | undefined {
  try {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat === undefined) return undefined;
    if (stat.isFile()) return "file";
    if (stat.isDirectory()) return "directory";
    return stat.isSymbolicLink() ? "link" : "other";
  } catch (error) {
    // A directory that the user may not enter differs from one without a configuration.
    const code = codeOf(error);
    return code === "ENOENT" || code === "ENOTDIR" ? undefined : "unknown";
  }
}

export function listDirectory(directory: string): Listing {
  try {
    return readdirSync(directory, { withFileTypes: true }).map(entryOf);
  } catch (error) {
    const reason = reasonOf(error, directory);
    if (reason !== REASONS["ENOENT"]) return { reason };
    return directory.includes("\uFFFD") ? { reason: "its name is not UTF-8" } : [];
  }
}

function entryOf(entry: Dirent): { readonly name: string; readonly kind: FileKind } {
  const { name } = entry;
  if (entry.isDirectory()) return { name, kind: "directory" };
  if (entry.isFile()) return { name, kind: "file" };
  return { name, kind: entry.isSymbolicLink() ? "link" : "other" };
}

function signature(path: string): string | undefined {
  const stat = attempt(() => statSync(path, { bigint: true }));
  return stat && `${stat.dev}:${stat.ino}:${stat.size}:${stat.mtimeNs}:${stat.ctimeNs}`;
}

function realPath(path: string): string | undefined {
  return attempt(() => realpathSync.native(path));
}

/** A failed look counts as an absent file. */
function attempt<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}

/** The mode bit of files that everybody may write. */
const BY_EVERYBODY = 0o002n;

/** The number of attempts to open a file that other programs keep replacing. */
const TRIES = 20;

function readRegularFile(file: string, limit: number, known: string | undefined): FileRead {
  for (let turn = 0; turn < TRIES; turn += 1) {
    const real = turn === 0 ? known : undefined;
    const read = readOnce(file, limit, real);
    // The file may have been replaced since the look.
    if (read !== undefined && (real === undefined || read.kind !== "unreadable")) return read;
  }
  return { kind: "unreadable", reason: "it changes all the time" };
}

/** Undefined if the path no longer leads to the opened file, so that its real path is unknown. `known`: the real path a moment ago. */
function readOnce(file: string, limit: number, known: string | undefined): FileRead | undefined {
  let descriptor: number | undefined;
  try {
    const real = known ?? realpathSync.native(file);
    // Without O_NONBLOCK, opening a named pipe would wait for a writer for ever.
    descriptor = openSync(real, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stat = fstatSync(descriptor, { bigint: true });
    if (!isAt(real, stat)) return undefined;
    if (!stat.isFile())
      return { kind: "unreadable", reason: stat.isDirectory() ? "it is a directory" : "it is not a regular file" };
    if (stat.size > limit) return { kind: "too-large" };
    const bytes = readAtMost(descriptor, Number(stat.size), limit);
    if (bytes === undefined) return { kind: "too-large" };
    const isOpen = process.platform !== "win32" && (stat.mode & BY_EVERYBODY) !== 0n;
    return { kind: "bytes", bytes, realPath: real, ...(isOpen ? { isOpen } : {}) };
  } catch (error) {
    return { kind: "unreadable", reason: reasonOf(error, file) };
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** Whether the path still names the open file and contains no symbolic link. */
function isAt(path: string, { dev, ino }: BigIntStats): boolean {
  const there = attempt(() => lstatSync(path, { bigint: true }));
  return there !== undefined && there.dev === dev && there.ino === ino && realPath(path) === path;
}

/**
 * Reads to the end, whatever size the system reports: the file may grow, and some files report a wrong size. Undefined beyond the limit.
 */
function readAtMost(descriptor: number, size: number, limit: number): Uint8Array | undefined {
  // One byte more than the reported size reveals a longer file. A reported size of 0 may be wrong: then only an empty read is the end.
  let buffer = Buffer.allocUnsafe(Math.min(size, limit) + 1);
  for (let length = 0; length <= limit; ) {
    const count = readSync(descriptor, buffer, length, buffer.length - length, null);
    length += count;
    if (count === 0 || (length === size && size > 0)) return buffer.subarray(0, length);
    if (length === buffer.length) buffer = Buffer.concat([buffer], length * 2);
  }
  return undefined;
}

const REASONS: Readonly<Record<string, string>> = {
  EROFS: "the file system is read-only",
  ENOSPC: "there is no space left",
  EEXIST: "another program is writing it",
  ENOENT: "there is no such file",
  ENOTDIR: "a part of its path is not a directory",
  EACCES: "permission denied",
  EPERM: "permission denied",
  EISDIR: "it is a directory",
  ELOOP: "its symbolic links go in a circle",
  ENXIO: "it is not a regular file",
  ENAMETOOLONG: "its name is too long",
};

/** Turns the code of the system's error into a reason for people; a reason stays. */
export function worded(refusal: string | undefined): string | undefined {
  return refusal && (REASONS[refusal] ?? refusal);
}

/** Why something could not be done with a file; completes "cannot …: …". */
function reasonOf(error: unknown, file: string): string {
  const code = codeOf(error);
  if (code === "ENOENT" && kindOf(file) === "link") return "it is a link to a file that does not exist";
  return REASONS[code] ?? code;
}
