/**
 * A disk in memory, which fails where a test wants it to. `files()` is the disk as one process sees it; `crash()` takes the power away and
 * `kill()` the process alone: nothing of it reaches the disk after that. The same seed loses the same bytes.
 */
import { posix } from "node:path";
import {
  FileError,
  type FileFailure,
  type FileStatus,
  type Files,
  type OpenFile,
} from "../../src/agent/machine/interfaces/files.js";
import { type Dice, dice } from "./chance.js";
import { DirectoryNode, FileNode, type Node } from "./inode.js";

/** One thing that the disk is asked to do. */
export interface Operation {
  /** From 1, of all that were asked. */
  readonly number: number;
  readonly kind:
    | "open"
    | "create"
    | "append"
    | "read"
    | "truncate"
    | "sync"
    | "mkdir"
    | "rename"
    | "link"
    | "clone"
    | "remove"
    | "rmdir"
    | "sync-names";
  readonly path: string;
}

/**
 * What becomes of an operation. A failure; or the process ends: before it, after it, or in the middle of it, when bytes are half there. Who
 * wants a slow disk answers late.
 */
export type Fate = FileFailure | "end-before" | "end-within" | "end-after" | undefined;

export type Decide = (operation: Operation) => Fate | Promise<Fate>;

/** What of it changes the disk. */
export const CHANGING: ReadonlySet<Operation["kind"]> = new Set([
  ...([
    "create",
    "append",
    "truncate",
    "sync",
    "mkdir",
    "rename",
    "link",
    "clone",
    "remove",
    "rmdir",
    "sync-names",
  ] as const),
]);

export class Disk {
  /** All operations so far. */
  readonly operations: Operation[] = [];
  decide: Decide = () => undefined;
  /** Texts that must not be written: an append that holds one is a mistake of the program. */
  forbidden: readonly string[] = [];
  /** The end of the path of a file that may hold them. */
  exempt: string | undefined;
  /** Whether its files can share blocks. */
  clones = false;
  readonly #root = new DirectoryNode();
  readonly #roll: Dice;
  #life = 0;

  constructor(seed: number) {
    this.#roll = dice(seed);
  }

  /** The power goes: what was not synced is lost, in part or whole. */
  crash(): void {
    this.kill();
    this.#root.crash(this.#roll);
  }

  /** Every process that has the disk ends; the disk goes on. */
  kill(): void {
    this.#life += 1;
    this.decide = () => undefined;
  }

  /** How many operations of a kind there were. */
  count(kind: Operation["kind"]): number {
    return this.operations.filter((operation) => operation.kind === kind).length;
  }

  /** Whether there is something at a path now. */
  has(path: string): boolean {
    return this.#find(path) !== undefined;
  }

  /** Bytes as they can be read now, for tests that look at or damage them. */
  bytes(path: string): Uint8Array {
    return new Uint8Array(this.#file(path).bytes);
  }

  /** Somebody moves what is there to another name, or to none, as a person does: at once and for good. */
  move(from: string, to?: string): void {
    const node = this.#find(from);
    if (node === undefined) throw new FileError("missing", from, "ENOENT");
    this.#directory(posix.dirname(from))?.name({ name: posix.basename(from), node: undefined });
    if (to !== undefined) this.#directory(posix.dirname(to))?.name({ name: posix.basename(to), node });
    for (const path of [from, to ?? from]) this.#directory(posix.dirname(path))?.sync();
  }

  /** Somebody makes a directory and those around it: at once and for good. */
  folder(path: string): void {
    for (const step of stepsTo(path)) {
      if (this.#find(step) !== undefined) continue;
      this.#put(step, new DirectoryNode());
      this.#directory(posix.dirname(step))?.sync();
    }
  }

  /** Somebody writes a file, in a directory that is there: at once and for good. */
  write(path: string, bytes: Uint8Array): void {
    if (this.#find(path) === undefined) this.#put(path, new FileNode());
    this.#directory(posix.dirname(path))?.sync();
    this.overwrite(path, bytes);
  }

  /** Damages a file where it lies. */
  overwrite(path: string, bytes: Uint8Array): void {
    const node = this.#file(path);
    node.bytes = new Uint8Array(bytes);
    node.sync();
  }

  /** All files with their bytes: two that are equal are the same disk. */
  image(): ReadonlyMap<string, string> {
    const image = new Map<string, string>();
    const visit = (path: string, node: Node): void => {
      if (node.kind === "file") image.set(path, Buffer.from(node.bytes).toString("latin1"));
      else for (const [name, child] of node.names) visit(`${path}/${name}`, child);
    };
    visit("", this.#root);
    return image;
  }

  files(): Files {
    const life = this.#life;
    const run = <Value>(kind: Operation["kind"], path: string, act: () => Value, half?: () => void): Promise<Value> =>
      this.#run(life, { kind, path }, act, half);
    const opened = (path: string, node: FileNode): OpenFile => ({
      append: (bytes) =>
        run(
          ...(["append", path] as const),
          () => {
            const isExempt = this.exempt !== undefined && path.endsWith(this.exempt);
            const found = isExempt ? undefined : this.forbidden.find((text) => Buffer.from(bytes).includes(text));
            if (found !== undefined) throw new Error(`a forbidden text was written to ${path}`);
            return node.append(bytes);
          },
          () => node.append(bytes.subarray(0, this.#roll(bytes.length + 1))),
        ),
      readAt: (offset, length) => run("read", path, () => new Uint8Array(node.bytes.subarray(offset, offset + length))),
      status: () => run("read", path, () => statusOf(node)),
      truncate: (length) => run("truncate", path, () => node.truncate(length)),
      sync: () =>
        run(
          ...(["sync", path] as const),
          () => node.sync(),
          () => node.failToSync(),
        ),
      close: async () => {},
    });
    return {
      open: (path, how) =>
        run(how === "create" ? "create" : "open", path, () => {
          if (how !== "create") return opened(path, this.#file(path));
          const node = new FileNode();
          this.#put(path, node);
          return opened(path, node);
        }),
      read: (path, limit) =>
        run("read", path, () => {
          const { bytes } = this.#file(path);
          if (bytes.length > limit) throw new FileError("io", path, "EFBIG");
          return new Uint8Array(bytes);
        }),
      status: (path) =>
        run("read", path, () => {
          const node = this.#find(path);
          return node && statusOf(node);
        }),
      // The model has no links.
      realPath: (path) =>
        run("read", path, () => (this.#find(path) === undefined ? undefined : `/${partsOf(path).join("/")}`)),
      list: (path) => run("read", path, () => [...(this.#directory(path, "none")?.names.keys() ?? [])].sort()),
      makeDirectory: async (path) => {
        for (const step of stepsTo(path)) {
          if (this.#find(step)?.kind === "directory") continue;
          await run("mkdir", step, () => this.#put(step, new DirectoryNode()));
          await run("sync-names", posix.dirname(step), () => this.#directory(posix.dirname(step))?.sync());
        }
      },
      rename: (from, to) =>
        run("rename", to, () => {
          const node = this.#file(from);
          const directory = this.#sameDirectory(from, to);
          directory.name({ name: posix.basename(to), node }, { name: posix.basename(from), node: undefined });
        }),
      link: (from, to) =>
        run("link", to, () => {
          const node = this.#file(from);
          this.#sameDirectory(from, to);
          this.#put(to, node);
        }),
      clone: (from, to) =>
        run("clone", to, () => {
          const { bytes } = this.#file(from);
          if (!this.clones) return false;
          const node = new FileNode();
          node.append(bytes);
          this.#put(to, node);
          return true;
        }),
      remove: (path) =>
        run("remove", path, () => {
          const node = this.#find(path);
          if (node === undefined) return;
          if (node.kind !== "file") throw new FileError("not-a-file", path, "EISDIR");
          this.#directory(posix.dirname(path))?.name({ name: posix.basename(path), node: undefined });
        }),
      removeDirectory: (path) =>
        run("rmdir", path, () => {
          const node = this.#find(path);
          if (node === undefined) return;
          if (node.kind !== "directory") throw new FileError("not-a-file", path, "ENOTDIR");
          if ([...node.names].length > 0) throw new FileError("exists", path, "ENOTEMPTY");
          this.#directory(posix.dirname(path))?.name({ name: posix.basename(path), node: undefined });
        }),
      syncDirectory: (path) => run("sync-names", path, () => this.#directory(path)?.sync()),
      join: posix.join,
    };
  }

  async #run<Value>(
    life: number,
    asked: Omit<Operation, "number">,
    act: () => Value,
    half: () => void = () => {},
  ): Promise<Value> {
    // An error looks through the whole stack, and hardly any of these is thrown.
    const ended = (): FileError => new FileError("io", asked.path, "ENDED");
    await Promise.resolve();
    if (life !== this.#life) throw ended();
    const operation = { number: this.operations.length + 1, ...asked };
    this.operations.push(operation);
    const fate = await this.decide(operation);
    if (life !== this.#life) throw ended();
    if (fate === undefined) return act();
    if (fate === "end-after") act();
    const isHalfDone = fate === "end-within" ? asked.kind === "append" : fate === "full" || fate === "io";
    if (isHalfDone) half();
    if (fate !== "end-before" && fate !== "end-within" && fate !== "end-after")
      throw new FileError(fate, asked.path, "MODEL");
    this.kill();
    throw ended();
  }

  #find(path: string): Node | undefined {
    let node: Node | undefined = this.#root;
    for (const name of partsOf(path)) node = node?.kind === "directory" ? node.names.get(name) : undefined;
    return node;
  }

  #file(path: string): FileNode {
    const node = this.#find(path);
    if (node === undefined) throw new FileError("missing", path, "ENOENT");
    if (node.kind !== "file") throw new FileError("not-a-file", path, "EISDIR");
    return node;
  }

  #directory(path: string, absent: "missing" | "none" = "missing"): DirectoryNode | undefined {
    const node = this.#find(path);
    if (node?.kind === "directory") return node;
    if (node !== undefined) throw new FileError("not-a-file", path, "ENOTDIR");
    if (absent === "none") return undefined;
    throw new FileError("missing", path, "ENOENT");
  }

  #put(path: string, node: Node): void {
    if (this.#find(path) !== undefined) throw new FileError("exists", path, "EEXIST");
    this.#directory(posix.dirname(path))?.name({ name: posix.basename(path), node });
  }

  #sameDirectory(from: string, to: string): DirectoryNode {
    const directory = this.#directory(posix.dirname(to));
    if (directory === undefined || directory !== this.#directory(posix.dirname(from)))
      throw new FileError("io", to, "EXDEV");
    return directory;
  }
}

function statusOf(node: Node): FileStatus {
  const { identity } = node;
  if (node.kind === "directory") return { kind: "directory", size: 0, mode: 0o700, modified: node.modified, identity };
  return { kind: "file", size: node.bytes.length, mode: 0o600, modified: 0, identity };
}

function partsOf(path: string): readonly string[] {
  return posix
    .normalize(path)
    .split("/")
    .filter((part) => part !== "" && part !== ".");
}

/** `/a`, `/a/b`, … */
function stepsTo(path: string): readonly string[] {
  return partsOf(path).map((_, index, parts) => `/${parts.slice(0, index + 1).join("/")}`);
}
