/** The disk of this machine. */
import { constants, type Stats } from "node:fs";
import {
  chmod,
  copyFile,
  type FileHandle,
  link,
  lstat,
  mkdir,
  open,
  readdir,
  realpath,
  rename,
  rmdir,
  stat,
  unlink,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import { FileError, type FileStatus, type Files, type OpenFile } from "../interfaces/files.js";
import { about, codeOf, unless } from "./file-errors.js";

/** Codes of file systems that cannot sync a directory, and need not. */
const NOT_FOR_DIRECTORIES: ReadonlySet<string> = new Set(["EINVAL", "EISDIR", "ENOTSUP", "EBADF"]);

/** Codes that a copy without a clone does not give. */
const NOT_CLONED: ReadonlySet<string> = new Set([
  "ENOTSUP",
  "EOPNOTSUPP",
  "EXDEV",
  "EINVAL",
  "ENOSYS",
  "ENOTTY",
  "EPERM",
]);

const HAS_MODES = process.platform !== "win32";
const SELF = process.geteuid?.();
const PRIVATE_FILE = 0o600;
const PRIVATE_DIRECTORY = 0o700;

/** Does not follow links, and does not wait for the other end of a pipe. */
const CAREFUL = HAS_MODES ? constants.O_NOFOLLOW | constants.O_NONBLOCK : 0;

/** The flags by which a file is opened to be read. */
export const READING = CAREFUL | constants.O_RDONLY;

const FLAGS = {
  read: READING,
  append: CAREFUL | constants.O_RDWR | constants.O_APPEND,
  create: CAREFUL | constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_EXCL,
} as const;

export function statusOf(stats: Stats): FileStatus {
  const kind = stats.isFile()
    ? "file"
    : stats.isDirectory()
      ? "directory"
      : stats.isSymbolicLink()
        ? "link"
        : ("other" as const);
  const mode = stats.mode & (HAS_MODES ? 0o7777 : PRIVATE_DIRECTORY);
  const owner = SELF === undefined || stats.uid === SELF ? undefined : stats.uid;
  return { kind, size: stats.size, mode, modified: stats.mtimeMs, owner, identity: `${stats.dev} ${stats.ino}` };
}

/** The handle of a file, and its size. */
async function opened(path: string, how: keyof typeof FLAGS): Promise<{ handle: FileHandle; size: number }> {
  const handle = await about(path, () => open(path, FLAGS[how], PRIVATE_FILE));
  try {
    return await about(path, async () => {
      const stats = await handle.stat();
      if (!stats.isFile()) throw new FileError("not-a-file", path, "EFTYPE");
      // The umask may have removed permissions that the user needs.
      if (how === "create") await handle.chmod(PRIVATE_FILE);
      return { handle, size: stats.size };
    });
  } catch (error) {
    await handle.close().catch(() => {});
    if (how === "create") await unlink(path).catch(() => {});
    throw error;
  }
}

async function openFile(path: string, how: keyof typeof FLAGS): Promise<OpenFile> {
  return new NodeFile((await opened(path, how)).handle, path);
}

class NodeFile implements OpenFile {
  readonly #handle: FileHandle;
  readonly #path: string;

  constructor(handle: FileHandle, path: string) {
    this.#handle = handle;
    this.#path = path;
  }

  append(bytes: Uint8Array): Promise<void> {
    return about(this.#path, async () => {
      for (let from = 0; from < bytes.length; )
        from += (await this.#handle.write(bytes, from, bytes.length - from)).bytesWritten;
    });
  }

  /** After `enough` bytes it does not check for more. */
  readAt(offset: number, length: number, room?: Uint8Array, enough = length): Promise<Uint8Array> {
    return about(this.#path, async () => {
      // Filling new memory with zeros takes longer than reading into it.
      const bytes = room ?? new Uint8Array(Buffer.allocUnsafeSlow(length).buffer);
      let end = 0;
      while (end < enough) {
        const { bytesRead } = await this.#handle.read(bytes, end, length - end, offset + end);
        if (bytesRead === 0) break;
        end += bytesRead;
      }
      return bytes.subarray(0, end);
    });
  }

  status(): Promise<FileStatus> {
    return about(this.#path, async () => statusOf(await this.#handle.stat()));
  }

  truncate(length: number): Promise<void> {
    return about(this.#path, () => this.#handle.truncate(length));
  }

  sync(): Promise<void> {
    return about(this.#path, () => this.#handle.datasync());
  }

  close(): Promise<void> {
    return about(this.#path, () => this.#handle.close());
  }
}

/** Four system calls: a hub reads two such files of each session. */
async function read(path: string, limit: number): Promise<Uint8Array> {
  const { handle, size } = await opened(path, "read");
  const file = new NodeFile(handle, path);
  try {
    // One byte more than the size: a file that grows meanwhile counts as too long.
    const bytes = await file.readAt(0, Math.min(size, limit) + 1, undefined, Math.min(size, limit + 1));
    if (bytes.length > limit) throw new FileError("io", path, "EFBIG");
    return bytes;
  } finally {
    await file.close();
  }
}

async function makeDirectory(path: string): Promise<void> {
  if (await isDirectory(path)) return;
  await makeDirectory(dirname(path));
  // Another process may have made it meanwhile; and some file systems report `missing` although the parent exists.
  if (!(await isDirectory(path))) throw new FileError("missing", path, "ENOENT");
}

/** Whether the directory exists now; false if its parent is missing. */
async function isDirectory(path: string): Promise<boolean> {
  const created = await about(path, async () => {
    try {
      await mkdir(path, PRIVATE_DIRECTORY);
      await chmod(path, PRIVATE_DIRECTORY);
      return true;
    } catch (error) {
      const code = codeOf(error);
      if (code === "EEXIST" && (await stat(path)).isDirectory()) return false;
      if (code === "EEXIST") throw new FileError("not-a-file", path, "ENOTDIR");
      if (code !== "ENOENT" || dirname(path) === path) throw error;
      return undefined;
    }
  });
  if (created) await syncDirectory(dirname(path));
  return created !== undefined;
}

async function syncDirectory(path: string): Promise<void> {
  if (!HAS_MODES) return;
  const handle = await about(path, () => open(path, constants.O_RDONLY | constants.O_DIRECTORY));
  try {
    await handle.sync();
  } catch (error) {
    if (!NOT_FOR_DIRECTORIES.has(codeOf(error))) await about(path, () => Promise.reject(error));
  } finally {
    await about(path, () => handle.close());
  }
}

export const nodeFiles: Files = {
  open: openFile,
  read,
  async status(path) {
    return await unless(
      ["missing", "not-a-file"],
      about(path, async () => statusOf(await lstat(path))),
    );
  },
  async realPath(path) {
    return await unless(
      ["missing", "not-a-file"],
      about(path, () => realpath(path)),
    );
  },
  async list(path) {
    const names = await unless(
      ["missing"],
      about(path, () => readdir(path)),
    );
    return (names ?? []).sort();
  },
  makeDirectory,
  rename: (from, to) => about(to, () => rename(from, to)),
  link: (from, to) => about(to, () => link(from, to)),
  async clone(from, to) {
    return await about(to, async () => {
      try {
        await copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE_FORCE);
        await chmod(to, PRIVATE_FILE);
        return true;
      } catch (error) {
        if (NOT_CLONED.has(codeOf(error))) return false;
        throw error;
      }
    });
  },
  async remove(path) {
    await unless(
      ["missing"],
      about(path, () => unlink(path)),
    );
  },
  async removeDirectory(path) {
    await unless(
      ["missing"],
      about(path, () => rmdir(path)),
    );
  },
  syncDirectory,
  join,
};
