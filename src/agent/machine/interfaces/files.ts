/** The disk as an argument: tests crash a model of it and check the remaining files. */

/** Why the disk refused. `full`: no room or no quota is left. `replaced`: another file has this name now. `io`: any other failure. */
export type FileFailure = "missing" | "exists" | "denied" | "full" | "not-a-file" | "replaced" | "io";

export class FileError extends Error {
  override readonly name = "FileError";
  readonly failure: FileFailure;
  readonly path: string;
  readonly detail: string;

  /** `detail` is the system's own short code, such as `EROFS`. */
  constructor(failure: FileFailure, path: string, detail: string) {
    super(`${path}: ${failure} (${detail})`);
    this.failure = failure;
    this.path = path;
    this.detail = detail;
  }
}

export interface FileStatus {
  /** Links are not followed. */
  readonly kind: "file" | "directory" | "link" | "other";
  readonly size: number;
  /** The permission bits; on a system without them, 0700. */
  readonly mode: number;
  /** Milliseconds since 1970. */
  readonly modified: number;
  /** The user id of its owner, if that is another user than this process's; also undefined on a system without owners. */
  readonly owner?: number | undefined;
  /** Equal for two names of one file, and different for two files that exist at the same time. */
  readonly identity: string;
}

export interface OpenFile {
  /** Adds all bytes at the end. After a rejection, some of them may have been written. */
  append(bytes: Uint8Array): Promise<void>;
  /** Up to `length` bytes from `offset`; fewer at the end of the file. They may be in `room`, which is at least as long. */
  readAt(offset: number, length: number, room?: Uint8Array): Promise<Uint8Array>;
  /** The status of the opened file, even if another file has its name now. */
  status(): Promise<FileStatus>;
  truncate(length: number): Promise<void>;
  /** Resolves when all bytes are on the disk. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** All calls reject only with a `FileError`. New files have mode 0600 and new directories 0700, whatever the umask. */
export interface Files {
  /** `create`: the file must not exist. `append`: it must exist. Links are not followed. */
  open(path: string, how: "read" | "append" | "create"): Promise<OpenFile>;
  /** The whole of a small file; rejects with `io` if it is longer than `limit`. */
  read(path: string, limit: number): Promise<Uint8Array>;
  /** Undefined for a path that does not exist. */
  status(path: string): Promise<FileStatus | undefined>;
  /** The path with all links followed; undefined for one that leads nowhere. */
  realPath(path: string): Promise<string | undefined>;
  /** Sorted names of the entries of a directory; empty without one. */
  list(path: string): Promise<readonly string[]>;
  /** Makes a directory and its missing parents; an existing one stays unchanged. Resolves when the new names are on the disk. */
  makeDirectory(path: string): Promise<void>;
  /** Replaces `to` by `from`, atomically. */
  rename(from: string, to: string): Promise<void>;
  /** Gives a file a second name in the same directory, atomically; rejects with `exists` if the name is taken. */
  link(from: string, to: string): Promise<void>;
  /** Makes `to` a file that shares the blocks of `from` until one of them changes; false, and no file, if the file system cannot. */
  clone(from: string, to: string): Promise<boolean>;
  /** Removes a file; a missing file is not an error. */
  remove(path: string): Promise<void>;
  /** Removes an empty directory; a missing one is not an error. */
  removeDirectory(path: string): Promise<void>;
  /** Resolves when the names in a directory are on the disk. */
  syncDirectory(path: string): Promise<void>;
  join(...parts: readonly string[]): string;
}

/**
 * Replaces a small file, or makes it: after a crash it holds all the old bytes or all the new ones. Two calls for one path must not
 * overlap.
 */
export async function replaceFile(files: Files, path: string, bytes: Uint8Array): Promise<void> {
  const stage = `${path}.new`;
  await files.remove(stage);
  await stageFile(files, stage, bytes);
  try {
    await files.rename(stage, path);
  } catch (error) {
    await files.remove(stage).catch(() => {});
    throw error;
  }
  await files.syncDirectory(files.join(path, ".."));
}

/** Makes a file under a temporary name, with its bytes on the disk; a failure leaves no file. */
export async function stageFile(files: Files, stage: string, bytes: Uint8Array): Promise<void> {
  const file = await files.open(stage, "create");
  try {
    await file.append(bytes);
    await file.sync();
    await file.close();
  } catch (error) {
    await file.close().catch(() => {});
    await files.remove(stage).catch(() => {});
    throw error;
  }
}
