/**
 * One process at a time has a session (P-S1, C293). The lock is a file that names its holder and gets its name with its bytes in it, so
 * that nobody who runs leaves one half-written. Node knows no locks of the system, which would end with their process: so a lock whose
 * holder is certainly gone is taken over. Of several who find the same dead lock one may do that, namely who gets the lock that is called
 * after it; being a lock, it too is taken over when its holder dies.
 */
import { FileError, type Files, stageFile } from "../../ports/files.js";
import { sha256Hex } from "../../ports/hash.js";
import type { Processes, ProcessIdentity } from "../../ports/processes.js";
import type { Random } from "../../ports/random.js";
import { isFields, jsonBytes, parsed } from "./check.js";

/** A lock that is held. */
export interface Lock {
  /** Rejects with a `FileError` when somebody has moved it away, or has it (P-S57). */
  check(): Promise<void>;
  /** Lets go. */
  release(): Promise<void>;
}

export interface LockHost {
  readonly files: Files;
  readonly processes: Processes;
  readonly random: Random;
}

/** Longer than any lock is. */
const LOCK_BYTES = 4096;

/** Each round is lost to somebody who got further; who loses so many leaves it to them. */
const ROUNDS = 16;

/** Takes a lock; undefined while another process has it. Rejects with a `FileError`. */
export async function takeLock(host: LockHost, path: string): Promise<Lock | undefined> {
  const lock = await take(host, path);
  // What others left behind when they died; who still runs sees at the next step that it has lost.
  if (lock !== undefined) await sweep(host.files, path).catch(() => {});
  return lock;
}

/** Who has a lock, as far as one can tell; undefined when nobody has. */
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
    const token = Buffer.from(random.bytes(8)).toString("hex");
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
        // Until here another one may have taken it over; from here on nobody can.
        if (!isSame(await bytesOf(files, path), there)) continue;
        if (await isDone(files.rename(stage, path))) return held(files, path, mine);
      } finally {
        // One that stays behind guards bytes that never come again.
        await guard.release().catch(() => {});
      }
    } finally {
      await files.remove(stage).catch(() => {});
    }
  }
  return undefined;
}

function held(files: Files, path: string, mine: Uint8Array): Lock {
  return {
    async check() {
      const there = await bytesOf(files, path);
      if (there === undefined) throw new FileError("missing", path, "ENOENT");
      if (!isSame(there, mine)) throw new FileError("replaced", path, "ESTALE");
    },
    async release() {
      if (isSame(await bytesOf(files, path), mine)) await files.remove(path);
    },
  };
}

/** False when the name is taken, and when the stage was swept away by somebody who had the lock meanwhile. */
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

function isSame(a: Uint8Array | undefined, b: Uint8Array): boolean {
  return a !== undefined && Buffer.compare(a, b) === 0;
}

/** Undefined for bytes that no running process leaves there. */
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
