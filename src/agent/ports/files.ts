/** The disk as an argument: what a crash leaves behind is tested by crashing a model of it. */

/** Why the disk refused. `full`: there is no room, or no quota. `replaced`: the name means another file by now. `io`: anything that nobody can mend by asking differently. */
export type FileFailure = "missing" | "exists" | "denied" | "full" | "not-a-file" | "replaced" | "io";

export class FileError extends Error {
  override readonly name = "FileError";
  /** `detail` is the system's own short code, such as `EROFS`. */
  constructor(
    readonly failure: FileFailure,
    readonly path: string,
    readonly detail: string,
  ) {
    super(`${path}: ${failure} (${detail})`);
  }
}

export interface FileStatus {
  /** Links are not followed. */
  readonly kind: "file" | "directory" | "link" | "other";
  readonly size: number;
  /** The permission bits; where the system has none, those of something that is its user's alone. */
  readonly mode: number;
  /** Milliseconds since 1970. */
  readonly modified: number;
  /** Equal for two names of one file, and for no two files that are there at the same time. */
  readonly identity: string;
}

export interface OpenFile {
  /** Adds bytes at the end; all of them, or it rejects and some of them may be there. */
  append(bytes: Uint8Array): Promise<void>;
  /** Up to `length` bytes from `offset`; fewer at the end of the file. */
  readAt(offset: number, length: number): Promise<Uint8Array>;
  /** Of what was opened, also when its name means another file by now. */
  status(): Promise<FileStatus>;
  truncate(length: number): Promise<void>;
  /** Resolves when all bytes are on the disk. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** All calls reject with a `FileError` and nothing else. What is created is its user's alone: files 0600, directories 0700, whatever the umask. */
export interface Files {
  /** `create`: it must not be there yet. `append`: it must be there. Links are not followed. */
  open(path: string, how: "read" | "append" | "create"): Promise<OpenFile>;
  /** The whole of a small file; rejects with `io` when it is longer than `limit`. */
  read(path: string, limit: number): Promise<Uint8Array>;
  /** Undefined when there is nothing. */
  status(path: string): Promise<FileStatus | undefined>;
  /** Names of what is in a directory, sorted; empty when there is none. */
  list(path: string): Promise<readonly string[]>;
  /** Also those that it is in; an existing directory stays as it is. Resolves when the names of the new ones are on the disk. */
  makeDirectory(path: string): Promise<void>;
  /** Puts one in the place of the other, whole. */
  rename(from: string, to: string): Promise<void>;
  /** Gives a file a second name in the same directory, whole and at once; rejects with `exists` when the name is taken. */
  link(from: string, to: string): Promise<void>;
  /** Removes a file; nothing happens when there is none. */
  remove(path: string): Promise<void>;
  /** Resolves when the names in a directory are on the disk. */
  syncDirectory(path: string): Promise<void>;
  join(...parts: readonly string[]): string;
}

/** Replaces a small file, or makes it: after a crash it holds the old bytes or the new ones, whole. One at a time does that. */
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

/** Makes a file whose bytes are on the disk before it gets the name that counts; what fails leaves none behind. */
export async function stageFile(files: Files, stage: string, bytes: Uint8Array): Promise<void> {
  const file = await files.open(stage, "create");
  try {
    await file.append(bytes);
    await file.sync();
  } catch (error) {
    await file.close().catch(() => {});
    await files.remove(stage).catch(() => {});
    throw error;
  }
  await file.close();
}
