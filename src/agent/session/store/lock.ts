/**
 * One process at a time has a session (P-S1, C293). The lock is a file that names its holder. It gets its name when its bytes are in it, so
 * that a running process never leaves a half-written one. Node has no locks of the system, which would end with their process: therefore a
 * lock whose holder is certainly gone is taken over. Of several processes that find the same dead lock, one may take it over: the holder of a
 * second lock, named after the bytes of the first. The second is a lock like any other, and is taken over when its holder dies.
 */
import { FileError, type FileStatus, type Files, stageFile } from "../../machine/interfaces/files.js";
import { sha256Hex } from "../../machine/interfaces/hash.js";
import type { Processes, ProcessIdentity } from "../../machine/interfaces/processes.js";
import { type Random, randomHex } from "../../machine/interfaces/random.js";
import { isFields, jsonBytes, parsed } from "./check.js";

/** A lock that is held. */
export interface Lock {
  /** Rejects with a `FileError` when the file has been moved away, or names another holder (P-S57). */
  check(): Promise<void>;
  /** Releases the lock. */
  release(): Promise<void>;
}

export interface LockHost {
  readonly files: Files;
  readonly processes: Processes;
  readonly random: Random;
}

/** Most bytes of a lock. */
const LOCK_BYTES = 4096;

/** Attempts to take a lock. Each is lost to another process; after the last one the lock counts as taken. */
const ROUNDS = 16;

/** Takes a lock; undefined while another process has it. Rejects with a `FileError`. */
export async function takeLock(host: LockHost, path: string): Promise<Lock | undefined> {
  const lock = await take(host, path);
  // Removes files that dead processes left. A process that still runs sees at its next step that it has lost.
  if (lock !== undefined) await sweep(host.files, path).catch(() => {});
  return lock;
}

/** The holder of a lock that may still run; undefined for a free or a dead lock. */
export async function lockHolder(
  { files, processes }: Omit<LockHost, "random">,
  path: string,
): Promise<ProcessIdentity | undefined> {
  const bytes = await bytesOf(files, path);
  const holder = bytes && identityIn(bytes);
  return holder !== undefined && processes.mayRun(holder) ? holder : undefined;
}

async function take(host: LockHost, path: string): Promise<Lock | undefined> {
  const { files, processes, random } = host;
  for (let round = 0; round < ROUNDS; round += 1) {
    const token = randomHex(random, 8);
    const mine = jsonBytes({ version: 1, ...processes.self, token });
    const stage = `${path}.${token}`;
    await stageFile(files, stage, mine);
    try {
      if (await isDone(files.link(stage, path))) return held(files, path, mine);
      const there = await bytesOf(files, path);
      if (there === undefined) continue;
      const holder = identityIn(there);
      if (holder !== undefined && processes.mayRun(holder)) return undefined;
      const guard = await take(host, `${path}.${sha256Hex(there).slice(0, 16)}`);
      if (guard === undefined) return undefined;
      try {
        // Another process may have taken it over until here; the guard prevents it from here on.
        if (!isSame(await bytesOf(files, path), there)) continue;
        if (await isDone(files.rename(stage, path))) return held(files, path, mine);
      } finally {
        // A guard that stays behind is harmless: its name holds a digest of bytes that never come again.
        await guard.release().catch(() => {});
      }
    } finally {
      await files.remove(stage).catch(() => {});
    }
  }
  return undefined;
}

function held(files: Files, path: string, mine: Uint8Array): Lock {
  /** The file that was last read and found good; it is not read again while it is the same. */
  let good: FileStatus | undefined;
  return {
    async check() {
      const status = await files.status(path);
      if (status !== undefined && isSameFile(status, good)) return;
      const there = await bytesOf(files, path);
      if (there === undefined) throw new FileError("missing", path, "ENOENT");
      if (!isSame(there, mine)) throw new FileError("replaced", path, "ESTALE");
      good = status;
    },
    async release() {
      if (isSame(await bytesOf(files, path), mine)) await files.remove(path);
    },
  };
}

/** False when the name is taken, and when another holder of the lock has swept the stage away. */
async function isDone(naming: Promise<void>): Promise<boolean> {
  try {
    await naming;
    return true;
  } catch (error) {
    if (error instanceof FileError && (error.failure === "exists" || error.failure === "missing")) return false;
    throw error;
  }
}

async function bytesOf(files: Files, path: string): Promise<Uint8Array | undefined> {
  try {
    return await files.read(path, LOCK_BYTES);
  } catch (error) {
    if (error instanceof FileError && error.failure === "missing") return undefined;
    throw error;
  }
}

function isSameFile(a: FileStatus, b: FileStatus | undefined): boolean {
  return a.identity === b?.identity && a.modified === b.modified && a.size === b.size;
}

function isSame(a: Uint8Array | undefined, b: Uint8Array): boolean {
  return a !== undefined && Buffer.compare(a, b) === 0;
}

/** The identity in a lock; undefined for bytes that are no lock. */
function identityIn(bytes: Uint8Array): ProcessIdentity | undefined {
  const value = parsed(bytes);
  if (!isFields(value)) return undefined;
  const { pid, boot, started } = value;
  return typeof pid === "number" && typeof boot === "string" && typeof started === "string"
    ? { pid, boot, started }
    : undefined;
}

async function sweep(files: Files, path: string): Promise<void> {
  const directory = files.join(path, "..");
  for (const name of await files.list(directory)) {
    const left = files.join(directory, name);
    if (left.startsWith(`${path}.`)) await files.remove(left);
  }
}
