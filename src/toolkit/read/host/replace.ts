/** Replaces or creates a file whole or not at all. A lock file next to it admits one writer at a time. Part of the host. */
import type { Stats } from "node:fs";
import { fs, isNode, path } from "./builtin.js";
import { codeOf } from "./code.js";

const {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  lchownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeSync,
} = fs;
const { basename, dirname, join } = path;

/** Undefined on success; otherwise the reason, which completes "cannot write FILE: …", or the system's code. */
export type Refusal = string | undefined;

const BUSY = "EEXIST";
const CHANGED = "it changed meanwhile";
const EXISTS = "it exists meanwhile";

/** Refusals because of another writer at that moment: later there may be none. */
export const OF_ANOTHER_WRITER: readonly string[] = [BUSY, CHANGED, EXISTS];
const LINKED = "it is reached through a symbolic link";

const isSuperuser = isNode && process.geteuid?.() === 0;

/** The mode of a file for its user alone. */
const PRIVATE = 0o600;

/** The mode of a file for everybody, limited by the user's umask. */
const USUAL = 0o666;

/** The mode of a private file's directory: whoever can write into the directory could replace the file. */
const OWNER = 0o700;
const EVERYBODY = 0o777;

/**
 * Writes a new file and renames it over the old one, so that readers see the old content or the new one. Keeps the mode and the owner.
 * Refuses links, read-only files, a file with several names, and one that no longer holds the bytes it was read with.
 */
export function replaceFile(file: string, before: Uint8Array, after: Uint8Array): Refusal {
  return attempt(() => {
    const stat = lstatSync(file);
    const refusal = unfit(file, stat);
    if (refusal !== undefined) return refusal;
    return underLock(file, (held) => {
      // Reads the file under the lock, so that no other writer changes it between comparing and replacing.
      const { size, nlink } = lstatSync(file);
      if (size !== before.length || !readFileSync(file).equals(before)) return CHANGED;
      if (nlink > 1) return `it has ${nlink} names (hard links), and the others would keep the old text`;
      // Giving a file away takes bits of its mode away.
      if (!isGivenTo(stat, held.descriptor)) return "its owner cannot be kept";
      fchmodSync(held.descriptor, stat.mode);
      return put(held, after, file, renameSync);
    });
  });
}

/** Why a file could not be replaced, or created if it is missing, at this moment. Writes nothing. */
export function refusalOf(file: string): Refusal {
  return attempt(() => {
    const stat = lstatSync(file, { throwIfNoEntry: false });
    const refusal = stat && unfit(file, stat);
    if (refusal !== undefined) return refusal;
    let directory = dirname(file);
    while (lstatSync(directory, { throwIfNoEntry: false }) === undefined && dirname(directory) !== directory)
      directory = dirname(directory);
    accessSync(directory, constants.W_OK);
    return undefined;
  });
}

function unfit(file: string, stat: Stats): Refusal {
  if (!stat.isFile()) return stat.isSymbolicLink() ? "it is a symbolic link" : "ENXIO";
  if (isInLink(file)) return LINKED;
  if ((stat.mode & 0o222) === 0) return "it is read-only";
  accessSync(file, constants.W_OK);
  return undefined;
}

/** Gives an open file the owner and group of another; false if this user may not. */
function isGivenTo({ uid, gid }: Stats, descriptor: number): boolean {
  const own = fstatSync(descriptor);
  if (own.uid === uid && own.gid === gid) return true;
  try {
    fchownSync(descriptor, uid, gid);
    return true;
  } catch {
    return false;
  }
}

/**
 * Writes a new file and links it into place, so that the file appears whole and never replaces another one. The superuser's new files and
 * directories belong to the owner of the directory around them.
 */
export function createFile(file: string, bytes: Uint8Array, forOthers = false): Refusal {
  return attempt(() => {
    if (!makeDirectory(dirname(file), forOthers ? EVERYBODY : OWNER)) return "its directory cannot be created";
    if (isInLink(file)) return LINKED;
    return underLock(
      file,
      (held) => {
        if (lstatSync(file, { throwIfNoEntry: false }) !== undefined) return EXISTS;
        if (isSuperuser) isGivenTo(lstatSync(dirname(file)), held.descriptor);
        return put(held, bytes, file, linkSync);
      },
      forOthers ? USUAL : PRIVATE,
    );
  });
}

/** Writes the new content, checks again, and moves it into place. */
function put(held: Lock, bytes: Uint8Array, file: string, move: (from: string, to: string) => void): Refusal {
  writeAll(held.descriptor, bytes);
  fsyncSync(held.descriptor);
  if (isInLink(file)) return LINKED;
  if (!isHeld(held)) return BUSY;
  move(held.file, file);
  return undefined;
}

function underLock(file: string, write: (held: Lock) => Refusal, mode = PRIVATE): Refusal {
  const held = lock(file, mode);
  try {
    return write(held);
  } finally {
    release(held);
  }
}

function attempt(write: () => Refusal): Refusal {
  try {
    return write();
  } catch (error) {
    return codeOf(error);
  }
}

/** Whether the directory of a file is a link. */
function isInLink(file: string): boolean {
  return lstatSync(dirname(file)).isSymbolicLink();
}

/** Creates a directory and its parents one by one: Node's recursive way never ends where none can be created. */
function makeDirectory(directory: string, mode: number): boolean {
  if (lstatSync(directory, { throwIfNoEntry: false }) !== undefined) return true;
  if (!makeDirectory(dirname(directory), mode)) return false;
  try {
    mkdirSync(directory, mode);
    const { uid, gid } = lstatSync(dirname(directory));
    if (isSuperuser) lchownSync(directory, uid, gid);
    return true;
  } catch (error) {
    const code = codeOf(error);
    if (code !== "ENOENT" && code !== "EEXIST") throw error;
    return code === "EEXIST";
  }
}

function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
}

/** A held lock. The lock file takes the new content and then replaces the target. */
interface Lock {
  readonly file: string;
  readonly descriptor: number;
}

/** Longer than any write takes: an older lock belongs to a killed process. */
const STALE_MS = 60_000;

/** Takes the lock of a file; throws EEXIST while another program holds it. `mode`: the mode of the new content. */
function lock(target: string, mode: number): Lock {
  const file = join(dirname(target), `.${basename(target)}.lock`);
  if (isStale(file)) takeAway(file);
  return { file, descriptor: openSync(file, "wx", mode) };
}

/** Whether the lock still belongs to its holder, which may have been suspended for long. */
function isHeld({ file, descriptor }: Lock): boolean {
  const [ours, there] = [fstatSync(descriptor), lstatSync(file, { throwIfNoEntry: false })];
  return there !== undefined && there.ino === ours.ino && there.dev === ours.dev;
}

/** Releases a lock, whether or not its file has replaced the other one. */
function release(held: Lock): void {
  if (isHeld(held)) discard(held.file);
  closeSync(held.descriptor);
}

/** The absolute difference, so that a lock from the future becomes stale, too. */
function isStale(file: string): boolean {
  const stat = lstatSync(file, { throwIfNoEntry: false });
  return stat !== undefined && Math.abs(Date.now() - stat.mtimeMs) > STALE_MS;
}

/**
 * Removes a stale lock; of several processes, one succeeds. A process that moved a fresh lock by accident restores it; if that fails, the
 * holder notices.
 */
function takeAway(file: string): void {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
    if (!isStale(aside)) linkSync(aside, file);
  } catch {
    // Another process was quicker.
  }
  discard(aside);
}

function discard(file: string): void {
  try {
    unlinkSync(file);
  } catch {
    // The file stays, or was already removed.
  }
}
