/**
 * The record of a child: its process group and the start of that group's leader, in a file that outlives this process. The number of a process
 * is known only once it runs; until then the record is empty, and shows its child by a mark: the child has it open.
 */
import { chmodSync, closeSync, existsSync, fchmodSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { identityOf } from "./processes.js";

/** The descriptor of the mark in a child, after its three streams. */
export const MARK = 3;

/** Linux alone shows the open files of a process as files. */
const MARKS = process.platform === "linux";

export class ChildRecord {
  /** The descriptors that a child inherits after its three streams. */
  readonly marks: readonly number[];
  readonly #path: string;
  readonly #file: number;
  #isOpen = true;

  /** Throws an error of the code `ENORECORD`. */
  constructor(path: string) {
    this.#path = path;
    this.#file = made(path);
    this.marks = MARKS ? [openSync(path, "r")] : [];
  }

  /** Follows the start of the child at once. Throws an error of the code `ENORECORD`. */
  name(pid: number): void {
    try {
      writeSync(this.#file, `${JSON.stringify({ version: 1, ...identityOf(pid) })}\n`);
    } catch (error) {
      throw unwritten(error);
    } finally {
      this.#close();
    }
  }

  /** No process of the child is left. */
  remove(): void {
    this.#close();
    try {
      rmSync(this.#path, { force: true });
    } catch {
      // A record without processes is harmless.
    }
  }

  #close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    for (const descriptor of [this.#file, ...this.marks]) closeSync(descriptor);
  }
}

function made(path: string): number {
  const directory = dirname(path);
  try {
    // The umask may remove permissions that the user needs. A session's folder that is gone is not made again.
    if (!existsSync(directory)) mkdirSync(directory, { mode: 0o700 });
    chmodSync(directory, 0o700);
    const file = openSync(path, "wx", 0o600);
    fchmodSync(file, 0o600);
    return file;
  } catch (error) {
    throw unwritten(error);
  }
}

function unwritten(cause: unknown): Error {
  return Object.assign(new Error("no record", { cause }), { code: "ENORECORD" });
}
