/**
 * The disk of the simulated machine as one process sees it: what changes it takes time, it may refuse, and it ends the process in the middle
 * of an operation where the plan says so. No secret may be written.
 */
import type { FileFailure, Files } from "../../src/agent/machine/interfaces/files.js";
import { CHANGING, type Disk, type Fate, type Operation } from "../ports/disk.js";
import type { Chance } from "./chance.js";
import type { Process } from "./process.js";

/** The end of the process at one of the next operations that change the disk. */
interface Doom {
  /** Operations until then. */
  left: number;
  readonly fate: "end-before" | "end-within" | "end-after";
  /** Called when it comes; the disk itself is about to end the process. */
  readonly come: () => void;
}

export class Storage {
  readonly disk: Disk;
  /** Most milliseconds of one operation. */
  slowness = 0;
  /** What it refuses with, for as long as it does. */
  trouble: FileFailure | undefined;
  doom: Doom | undefined;
  /** Texts that must not be written, with what they are. */
  forbidden: readonly string[] = [];
  readonly #chance: Chance;
  readonly #found: (path: string) => void;

  /** `found` is called when a forbidden text is to be written. */
  constructor(disk: Disk, chance: Chance, found: (path: string) => void) {
    this.disk = disk;
    this.#chance = chance;
    this.#found = found;
  }

  /** From now on it is quick and takes everything. */
  recover(): void {
    this.slowness = 0;
    this.trouble = undefined;
  }

  /** Files for a process, until it ends. */
  filesOf(process: Process): Files {
    this.disk.decide = (operation) => this.#fateOf(operation, process);
    const files = this.disk.files();
    const heard = <Value>(run: () => Promise<Value>): Promise<Value> =>
      process.isRunning ? process.hears(run()) : new Promise(() => {});
    return {
      open: (path, how) =>
        heard(async () => {
          const file = await files.open(path, how);
          return {
            append: (bytes) => {
              if (this.#holdsSecret(bytes)) this.#found(path);
              return heard(() => file.append(bytes));
            },
            readAt: (offset, length) => heard(() => file.readAt(offset, length)),
            status: () => heard(() => file.status()),
            truncate: (length) => heard(() => file.truncate(length)),
            sync: () => heard(() => file.sync()),
            close: () => heard(() => file.close()),
          };
        }),
      read: (path, limit) => heard(() => files.read(path, limit)),
      status: (path) => heard(() => files.status(path)),
      realPath: (path) => heard(() => files.realPath(path)),
      list: (path) => heard(() => files.list(path)),
      makeDirectory: (path) => heard(() => files.makeDirectory(path)),
      rename: (from, to) => heard(() => files.rename(from, to)),
      link: (from, to) => heard(() => files.link(from, to)),
      clone: (from, to) => heard(() => files.clone(from, to)),
      remove: (path) => heard(() => files.remove(path)),
      removeDirectory: (path) => heard(() => files.removeDirectory(path)),
      syncDirectory: (path) => heard(() => files.syncDirectory(path)),
      join: files.join,
    };
  }

  #fateOf({ kind }: Operation, process: Process): Fate | Promise<Fate> {
    if (!CHANGING.has(kind)) return undefined;
    const fate = this.#next(kind, process);
    if (this.slowness === 0 || !process.isRunning) return fate;
    const ms = this.#chance.soon(this.slowness);
    return new Promise((resolve) => process.later(ms, () => resolve(fate)));
  }

  #next(kind: Operation["kind"], process: Process): Fate {
    const { doom } = this;
    if (doom !== undefined) {
      if (doom.left > 0) doom.left -= 1;
      else {
        this.doom = undefined;
        process.kill();
        doom.come();
        return doom.fate;
      }
    }
    // A disk that is full still takes what needs no room.
    if (this.trouble === "full" && kind !== "append" && kind !== "create" && kind !== "mkdir") return undefined;
    return this.trouble;
  }

  #holdsSecret(bytes: Uint8Array): boolean {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    return this.forbidden.some((secret) => text.includes(secret));
  }
}
