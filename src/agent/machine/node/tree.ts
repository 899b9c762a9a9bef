/** The files of a project on the disk of this machine. On Linux a held directory is reached by its descriptor, which no link changes. */
import { randomBytes } from "node:crypto";
import { constants, type Dirent, type Stats } from "node:fs";
import {
  access,
  type FileHandle,
  link,
  lstat,
  mkdir,
  open,
  opendir,
  readdir,
  readlink,
  realpath,
  rename,
  unlink,
} from "node:fs/promises";
import { join, parse, relative, resolve, sep } from "node:path";
import { FileError, type FileStatus } from "../interfaces/files.js";
import { type HeldDirectory, type Tree, type TreeEntry, WriteRefusal } from "../interfaces/tree.js";
import { about, codeOf, fileError, unless } from "./file-errors.js";
import { nodeFiles, statusOf } from "./files.js";

const IS_WINDOWS = process.platform === "win32";

/** Linux alone: a descriptor that leads to the directory and needs no permission to read it. */
const O_PATH = 0o10000000;
const HOLDING = IS_WINDOWS
  ? constants.O_RDONLY
  : constants.O_DIRECTORY | constants.O_NOFOLLOW | (process.platform === "linux" ? O_PATH : constants.O_RDONLY);

async function hold(path: string): Promise<HeldDirectory> {
  // A directory cannot be opened there.
  if (IS_WINDOWS) return (await isStill(path)) ? new Held(path, path) : replaced(path);
  const handle = await about(path, () => open(path, HOLDING));
  try {
    const own = `/proc/self/fd/${handle.fd}`;
    const seen = await readlink(own).catch(() => undefined);
    if (seen === path) return new Held(path, own, handle);
    // Without such a folder, names are all that there is to look at.
    if (seen === undefined && (await isStill(path, handle))) return new Held(path, path, handle);
    return replaced(path);
  } catch (error) {
    await handle.close().catch(() => {});
    throw error;
  }
}

function replaced(path: string): never {
  throw new FileError("replaced", path, "ELOOP");
}

async function isStill(path: string, handle?: FileHandle): Promise<boolean> {
  return about(path, async () => {
    const [now, real] = [await lstat(path), await realpath(path)];
    const own = handle === undefined ? now : await handle.stat();
    return now.isDirectory() && real === path && now.dev === own.dev && now.ino === own.ino;
  });
}

/** In bytes: a directory file that is larger has entries for a while. */
const LARGE = 131_072;
const PIECE = 1024;

class Held implements HeldDirectory {
  /** For messages, and the path that leads there. */
  readonly #path: string;
  readonly #way: string;
  readonly #handle: FileHandle | undefined;

  constructor(path: string, way: string, handle?: FileHandle) {
    [this.#path, this.#way, this.#handle] = [path, way, handle];
  }

  async *entries(): AsyncGenerator<readonly TreeEntry[]> {
    const way = `${this.#way}${sep}`;
    const size = (await this.#handle?.stat().catch(() => undefined))?.size ?? LARGE + 1;
    if (size <= LARGE) {
      yield (await about(this.#path, () => readdir(way, { withFileTypes: true }))).map(entryOf);
      return;
    }
    const directory = await about(this.#path, () => opendir(way, { bufferSize: PIECE }));
    let piece: TreeEntry[] = [];
    try {
      for (;;) {
        const entry = await about(this.#path, () => directory.read());
        if (entry === null) break;
        piece.push(entryOf(entry));
        if (piece.length < PIECE) continue;
        yield piece;
        piece = [];
      }
    } finally {
      await directory.close().catch(() => {});
    }
    yield piece;
  }

  status(name: string): Promise<FileStatus | undefined> {
    const path = this.#of(name);
    return unless(
      ["missing", "not-a-file"],
      this.#about(name, async () => statusOf(await lstat(path))),
    );
  }

  read(name: string, limit: number): Promise<Uint8Array> {
    return this.#about(name, async () => {
      const path = this.#of(name);
      // A device may act when it is opened.
      if (!(await lstat(path)).isFile()) throw new FileError("not-a-file", path, "EFTYPE");
      return nodeFiles.read(path, limit);
    });
  }

  put(name: string, bytes: Uint8Array, before: Uint8Array | undefined): Promise<void> {
    return this.#about(name, async () => {
      const path = this.#of(name);
      const stage = this.#of(`.agent-${randomBytes(8).toString("hex")}.tmp`);
      const old = before === undefined ? undefined : await replaceable(path);
      const file = await open(stage, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, old ? 0o600 : 0o666);
      try {
        if (this.#way === this.#path && !(await isStill(this.#path))) replaced(this.#path);
        if (old !== undefined) await giveTo(file, old);
        await file.writeFile(bytes);
        await file.sync();
        await file.close();
        await (before === undefined ? create(stage, path) : replace(stage, path, before));
      } catch (error) {
        await file.close().catch(() => {});
        await unlink(stage).catch(() => {});
        throw error;
      }
      await nodeFiles.syncDirectory(`${this.#way}${sep}`).catch(() => {});
    });
  }

  async makeDirectory(name: string): Promise<void> {
    await unless(
      ["exists"],
      this.#about(name, () => mkdir(this.#of(name))),
    );
  }

  async release(): Promise<void> {
    await this.#handle?.close().catch(() => {});
  }

  #of(name: string): string {
    return join(this.#way, name);
  }

  /** A failure names the path that people know. */
  async #about<Value>(name: string, run: () => Promise<Value>): Promise<Value> {
    try {
      return await run();
    } catch (error) {
      if (error instanceof WriteRefusal) throw error;
      const { failure, detail } = fileError(this.#path, error);
      throw new FileError(failure, join(this.#path, name), detail);
    }
  }
}

function entryOf(entry: Dirent): TreeEntry {
  const kind = entry.isFile() ? "file" : entry.isDirectory() ? "directory" : entry.isSymbolicLink() ? "link" : "other";
  return { name: entry.name, kind };
}

/** Codes of file systems without second names. */
const NO_LINKS: ReadonlySet<string> = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"]);

/** A link never replaces a file, and a rename does. */
async function create(stage: string, path: string): Promise<void> {
  try {
    await link(stage, path);
    await unlink(stage);
  } catch (error) {
    if (!NO_LINKS.has(codeOf(error))) throw error;
    if ((await nodeFiles.status(path)) !== undefined) throw new FileError("exists", path, "EEXIST");
    await rename(stage, path);
  }
}

async function replace(stage: string, path: string, before: Uint8Array): Promise<void> {
  const { size } = await lstat(path);
  const isSame = size === before.length && Buffer.from(before).equals(await nodeFiles.read(path, size));
  if (!isSame) throw new FileError("replaced", path, "ECHANGED");
  await rename(stage, path);
}

/** The status of a file that may be replaced. */
async function replaceable(path: string): Promise<Stats> {
  const stats = await lstat(path);
  if (!stats.isFile()) throw new WriteRefusal(stats.isSymbolicLink() ? "it is a symbolic link" : "it is not a file");
  if (stats.nlink > 1)
    throw new WriteRefusal(`it has ${stats.nlink} names (hard links), and the others would keep the old text`);
  if ((stats.mode & 0o222) === 0) throw new WriteRefusal("it is read-only");
  await access(path, constants.W_OK);
  return stats;
}

/** Gives a new file the owner and the mode of another. The owner comes first: giving a file away takes bits of its mode away. */
async function giveTo(file: FileHandle, { uid, gid, mode }: Stats): Promise<void> {
  const own = await file.stat();
  if (own.uid !== uid || own.gid !== gid)
    await file.chown(uid, gid).catch(() => {
      throw new WriteRefusal("its owner cannot be kept");
    });
  await file.chmod(mode & 0o7777);
}

export const nodeTree: Tree = {
  realPath: (path) => nodeFiles.realPath(path),
  hold,
  resolve: (directory, path) => resolve(directory, path),
  split(path) {
    const { dir, base } = parse(path);
    return base === "" ? [path, ""] : [dir, base];
  },
  join,
  relative: (directory, path) => relative(directory, path).split(sep).join("/"),
};
