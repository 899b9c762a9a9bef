/** The bytes of captures as files: `hub/spool/<fleet epoch>/` of the state directory (P-S75). It knows no items, and counts no bytes. */
import { FileError, type Files } from "../../../machine/interfaces/files.js";
import type { Log } from "../../../machine/interfaces/log.js";
import { type Lock, type LockHost, takeLock } from "../../../session/store/lock.js";
import { spoolDirectory } from "../paths.js";

/** A part of a capture that is being written. */
export interface SpoolWriter {
  append(bytes: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

export interface SpoolReader {
  /** Up to `length` bytes from `offset`; fewer at the end of the part. */
  readAt(offset: number, length: number, room?: Uint8Array): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** Stores the parts of captures until the end of a hub. All calls reject only with a `FileError`. */
export interface Spool {
  /** Removes the directories of hubs that have ended. */
  start(): Promise<void>;
  /** Begins a part; `part` is letters and digits. */
  make(capture: number, part: string): Promise<SpoolWriter>;
  /** Makes a part from a file without copying its bytes; false, and no part, if the file system cannot. */
  clone(capture: number, part: string, file: string): Promise<boolean>;
  /** Rejects with `missing` without such a part. */
  open(capture: number, part: string): Promise<SpoolReader>;
  /** Removes all parts of a capture. */
  remove(capture: number): Promise<void>;
  /** Refuses every write from now on. */
  end(): void;
  /** Removes everything of this hub. */
  stop(): Promise<void>;
}

export interface SpoolHost extends LockHost {
  readonly log: Log;
}

/** The lock is next to the directory and is taken first: a directory without a lock has no hub. */
export class DiskSpool implements Spool {
  readonly #host: SpoolHost;
  readonly #files: Files;
  readonly #root: string;
  readonly #epoch: string;
  #lock: Lock | undefined;
  #isOver = false;

  constructor(host: SpoolHost, state: string, epoch: string) {
    [this.#host, this.#files, this.#epoch] = [host, host.files, epoch];
    this.#root = spoolDirectory(host.files.join, state);
  }

  async start(): Promise<void> {
    await this.#hold();
    const names = await this.#files.list(this.#root);
    const epochs = new Set(names.flatMap((name) => /^([^.]+)(?:\.lock)?$/.exec(name)?.[1] ?? []));
    epochs.delete(this.#epoch);
    for (const epoch of epochs) {
      try {
        await this.#removeDead(epoch);
      } catch (error) {
        if (!(error instanceof FileError)) throw error;
        this.#host.log.say("warn", "captures that an earlier hub has left cannot be removed", {
          failure: error.failure,
        });
      }
    }
  }

  async make(capture: number, part: string): Promise<SpoolWriter> {
    await this.#hold();
    const file = await this.#files.open(this.#pathOf(capture, part), "create");
    return {
      append: async (bytes) => {
        this.#expectOpen();
        await file.append(bytes);
      },
      close: () => file.close(),
    };
  }

  async clone(capture: number, part: string, from: string): Promise<boolean> {
    await this.#hold();
    return await this.#files.clone(from, this.#pathOf(capture, part));
  }

  open(capture: number, part: string): Promise<SpoolReader> {
    return this.#files.open(this.#pathOf(capture, part), "read");
  }

  async remove(capture: number): Promise<void> {
    await this.#removeNames(this.#epoch, (name) => name.startsWith(`${capture}.`));
  }

  end(): void {
    this.#isOver = true;
  }

  async stop(): Promise<void> {
    this.end();
    try {
      await this.#removeEpoch(this.#epoch);
    } finally {
      await this.#lock?.release();
    }
  }

  #pathOf(capture: number, part: string): string {
    return this.#files.join(this.#root, this.#epoch, `${capture}.${part}`);
  }

  #expectOpen(): void {
    if (this.#isOver) throw new FileError("io", this.#root, "the hub ends");
  }

  /** Makes lock and directory, again if another program has removed them. */
  async #hold(): Promise<void> {
    this.#expectOpen();
    await this.#files.makeDirectory(this.#root);
    const path = this.#files.join(this.#root, `${this.#epoch}.lock`);
    if (!(await isHeld(this.#lock))) this.#lock = await takeLock(this.#host, path);
    if (this.#lock === undefined) throw new FileError("denied", path, "another hub has it");
    await this.#files.makeDirectory(this.#files.join(this.#root, this.#epoch));
  }

  /** Removes the directory of an epoch unless its hub runs. Holds its lock meanwhile, because several hubs may start at once. */
  async #removeDead(epoch: string): Promise<void> {
    const lock = await takeLock(this.#host, this.#files.join(this.#root, `${epoch}.lock`));
    if (lock === undefined) return;
    try {
      await this.#removeEpoch(epoch);
    } finally {
      await lock.release();
    }
  }

  async #removeEpoch(epoch: string): Promise<void> {
    await this.#removeNames(epoch, () => true);
    await this.#files.removeDirectory(this.#files.join(this.#root, epoch));
  }

  async #removeNames(epoch: string, isMeant: (name: string) => boolean): Promise<void> {
    const directory = this.#files.join(this.#root, epoch);
    for (const name of await this.#files.list(directory))
      if (isMeant(name)) await this.#files.remove(this.#files.join(directory, name));
  }
}

async function isHeld(lock: Lock | undefined): Promise<boolean> {
  try {
    await lock?.check();
    return lock !== undefined;
  } catch (error) {
    if (error instanceof FileError && error.failure === "missing") return false;
    throw error;
  }
}
