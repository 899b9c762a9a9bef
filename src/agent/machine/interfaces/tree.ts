/**
 * The files of a project as an argument. Other programs change it meanwhile, and may put links where directories were: so everything is reached
 * through a directory that is held.
 */
import type { FileStatus } from "./files.js";

export interface TreeEntry {
  readonly name: string;
  readonly kind: FileStatus["kind"];
}

/** A directory that stays the same, whatever its path leads to by now. All calls reject only with a `FileError`. Names are those of entries. */
export interface HeldDirectory {
  /** Its entries in pieces, in no order. */
  entries(): AsyncIterable<readonly TreeEntry[]>;
  /** Undefined for a name without an entry. */
  status(name: string): Promise<FileStatus | undefined>;
  /** The whole of a file; rejects with `io` if it is longer than `limit`, and with `not-a-file` for a link, a pipe or a device. */
  read(name: string, limit: number): Promise<Uint8Array>;
  /**
   * Makes a file, or replaces the one that holds `before`, whole or not at all. Mode and owner stay; a new file gets those that other programs
   * would give it. Rejects with a `WriteRefusal`, and with `exists` or `replaced` when another program was quicker.
   */
  put(name: string, bytes: Uint8Array, before: Uint8Array | undefined): Promise<void>;
  /** An existing one is no error. */
  makeDirectory(name: string): Promise<void>;
  release(): Promise<void>;
}

/** A file that is not to be replaced. The message is a clause about it. */
export class WriteRefusal extends Error {
  override readonly name = "WriteRefusal";
}

export interface Tree {
  /** The path with all links followed; undefined for one that leads nowhere. Rejects only with a `FileError`. */
  realPath(path: string): Promise<string | undefined>;
  /** The directory at a path without links. Rejects with `replaced` if the path holds a link by now, else with another `FileError`. */
  hold(path: string): Promise<HeldDirectory>;
  /** An absolute path without `.` and `..`; a relative one starts at `directory`. */
  resolve(directory: string, path: string): string;
  /** The directory around a path, and the last name. */
  split(path: string): readonly [directory: string, name: string];
  join(directory: string, name: string): string;
  /** The steps from a directory to something in it, with slashes; empty for the directory itself. */
  relative(directory: string, path: string): string;
}
