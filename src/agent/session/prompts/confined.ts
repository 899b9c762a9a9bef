/**
 * Reads small texts in one directory that a stranger may have filled (spec 2.11, 2.13). Links of a project never lead out of it; pipes and devices are not
 * opened; no file, and not all files together, are longer than their limits.
 */
import { limits } from "../../../generated/protocol/tables.js";
import { FileError, type Files } from "../../machine/interfaces/files.js";
import { sha256Hex } from "../../machine/interfaces/hash.js";
import type { Budget } from "./budget.js";

/** `why` is a clause about the file or directory. */
export type Refused = { readonly kind: "refused"; readonly why: string; readonly isUnvouched?: true };
type Absent = { readonly kind: "absent" };

export type ReadText = { readonly kind: "text"; readonly text: string } | Absent | Refused;
export type ReadNames = { readonly kind: "names"; readonly names: readonly string[] } | Absent | Refused;

const ABSENT: Absent = { kind: "absent" };
const refused = (why: string): Refused => ({ kind: "refused", why });

interface Parts {
  readonly files: Files;
  readonly budget: Budget;
  /** `daemon.follow_symlinks_for_configs`. */
  readonly followsLinks: boolean;
  /** Whether links that are followed may lead out of the directory: it is the user's own. */
  readonly mayLeave: boolean;
  /** The files that count, by path and SHA-256; `any` counts all of them. */
  readonly counting: "any" | Readonly<Record<string, string>>;
}

export class Confined {
  readonly #parts: Parts;
  /** The directory as it is named, and without links: the directory itself may be reached by one. */
  readonly #named: string;
  readonly #root: string;

  private constructor(parts: Parts, named: string, root: string) {
    this.#parts = parts;
    this.#named = named;
    this.#root = root;
  }

  /** A directory; undefined when there is none. */
  static async open(parts: Parts, directory: string): Promise<Confined | undefined> {
    const root = await orRefused(parts.files.realPath(directory));
    return typeof root === "string" ? new Confined(parts, directory, root) : undefined;
  }

  /** Whether two directories are one. */
  isSame(other: Confined): boolean {
    return this.#root === other.#root;
  }

  /** Whether this is the directory with a path without links. */
  isAt(path: string): boolean {
    return this.#root === path;
  }

  /** Whether this directory is the other one or lies in it. */
  isIn(other: Confined): boolean {
    return this.isSame(other) || other.#holds(this.#root);
  }

  pathOf(...steps: readonly string[]): string {
    return this.#parts.files.join(this.#named, ...steps);
  }

  /** The text of a file. Never rejects. */
  async text(...steps: readonly string[]): Promise<ReadText> {
    for (let tried = 0; tried < TRIES; tried += 1) {
      const found = await this.#found(steps);
      if (typeof found !== "string") return found;
      if (this.#parts.budget.isSpent) return refused("it is not read: all prompts together are too long");
      if (isOther(steps.at(-1) ?? "", found))
        return refused(`it is a symbolic link to a file that is not \`*${MARKDOWN}\``);
      const bytes = await orRefused(this.#bytes(found));
      if (bytes instanceof Uint8Array) return this.#counts(steps, bytes) ? decoded(bytes) : UNVOUCHED;
      if (bytes !== undefined) return bytes;
    }
    return refused("it was replaced while it was read");
  }

  /** The names in a directory, sorted. Never rejects. */
  async names(...steps: readonly string[]): Promise<ReadNames> {
    const found = await this.#found(steps);
    if (typeof found !== "string") return found;
    const status = await orRefused(this.#parts.files.status(found));
    if (status?.kind === "file" || status?.kind === "other") return refused("it is no directory");
    const names = await orRefused(this.#parts.files.list(found));
    return "kind" in names ? names : { kind: "names", names };
  }

  /** The first files below a directory, by their paths from there, in order; no link leads to another directory. Reads none of them. Never rejects. */
  async files(most: number, ...steps: readonly string[]): Promise<readonly string[]> {
    const files: string[] = [];
    let looks = LOOKS;
    const walk = async (below: readonly string[]): Promise<void> => {
      const listed = below.length > DEEPEST ? ABSENT : await this.names(...steps, ...below);
      for (const name of listed.kind === "names" ? listed.names : []) {
        looks -= 1;
        if (files.length >= most || looks < 0) return;
        const path = [...below, name];
        const real = await this.#found([...steps, ...path]);
        const status = typeof real === "string" ? await orRefused(this.#parts.files.status(real)) : undefined;
        if (status?.kind === "file") files.push(path.join("/"));
        if (status?.kind === "directory" && !(await this.#isLink([...steps, ...path]))) await walk(path);
      }
    };
    await walk([]);
    return files;
  }

  /** Whether there is something at a path, whatever it is; nothing of it is read. */
  async has(...steps: readonly string[]): Promise<boolean> {
    const status = await orRefused(this.#parts.files.status(this.#parts.files.join(this.#root, ...steps)));
    return status !== undefined;
  }

  /** The path without links of something in the directory. */
  async #found(steps: readonly string[]): Promise<string | Absent | Refused> {
    const { files, followsLinks } = this.#parts;
    const real = await orRefused(files.realPath(files.join(this.#root, ...steps)));
    if (real === undefined) return (await this.#leadsNowhere(steps)) ? refused(NOWHERE) : ABSENT;
    if (typeof real !== "string") return real;
    if (!this.#holds(real) && !this.#parts.mayLeave)
      return refused("it is a symbolic link that leads out of its directory");
    const [link] = followsLinks ? [] : await this.#linksOn(steps);
    if (link === undefined) return real;
    return refused(`it is a symbolic link (\`${link}\`), and \`daemon.follow_symlinks_for_configs\` is off`);
  }

  /** Whether it is a link without an end that makes a path lead nowhere. */
  async #leadsNowhere(steps: readonly string[]): Promise<boolean> {
    const { files } = this.#parts;
    for (const link of await this.#linksOn(steps))
      if ((await orRefused(files.realPath(files.join(this.#root, link)))) === undefined) return true;
    return false;
  }

  async #isLink(steps: readonly string[]): Promise<boolean> {
    const { files } = this.#parts;
    return (await orRefused(files.status(files.join(this.#root, ...steps))))?.kind === "link";
  }

  /** The links on the way to something, from the directory on. */
  async #linksOn(steps: readonly string[]): Promise<readonly string[]> {
    const { files } = this.#parts;
    const links: string[] = [];
    for (let count = 1; count <= steps.length; count += 1) {
      const way = steps.slice(0, count).join("/");
      const status = await orRefused(files.status(files.join(this.#root, way)));
      if (status?.kind === "link") links.push(way);
    }
    return links;
  }

  /** The bytes that were read are those that count, whatever the file holds by now. */
  #counts(steps: readonly string[], bytes: Uint8Array): boolean {
    const { counting } = this.#parts;
    const name = steps.join("/");
    return counting === "any" || (Object.hasOwn(counting, name) && counting[name] === sha256Hex(bytes));
  }

  #holds(path: string): boolean {
    const separator = this.#parts.files.join("a", "b").charAt(1);
    const prefix = this.#root.endsWith(separator) ? this.#root : `${this.#root}${separator}`;
    return path.startsWith(prefix);
  }

  /** Undefined when another file took its place meanwhile. */
  async #bytes(path: string): Promise<Uint8Array | Refused | undefined> {
    const { files, budget } = this.#parts;
    // A device may act when it is opened.
    const before = await files.status(path);
    if (before?.kind !== "file")
      return refused(before?.kind === "directory" ? "it is a directory" : "it is no regular file");
    const file = await files.open(path, "read");
    try {
      const { size, identity } = await file.status();
      // A directory on the way may have become a link after the look, and an editor may have put a new file there.
      const now = await files.status(path);
      if (now?.identity !== identity || (await files.realPath(path)) !== path) return undefined;
      if (size > limits.promptFileBytes) return refused(TOO_LONG);
      const bytes = await file.readAt(0, limits.promptFileBytes + 1);
      budget.spend(bytes.length);
      return bytes.length > limits.promptFileBytes ? refused(TOO_LONG) : bytes;
    } finally {
      await file.close().catch(() => {});
    }
  }
}

/** Directories within each other whose files are named. */
const DEEPEST = 8;
/** Entries that are looked at for it. */
const LOOKS = 1000;

/** The number of attempts to read a file that is replaced meanwhile. */
const TRIES = 3;

const MARKDOWN = ".md";

/** Whether a link makes a prompt of what is none: a stranger's `AGENTS.md` must not send the user's `.env` or `.git/config` to a model. */
function isOther(name: string, path: string): boolean {
  return name !== path.split(/[\\/]/).at(-1) && !path.toLowerCase().endsWith(MARKDOWN);
}

const UNVOUCHED: Refused = {
  ...refused(
    "it is new or has changed since you vouched for the project, so it does not count; `agentcfg trust` shows it",
  ),
  isUnvouched: true,
};
const NOWHERE = "it is a symbolic link that leads nowhere";
const TOO_LONG = `it is longer than ${limits.promptFileBytes} bytes`;

function decoded(bytes: Uint8Array): ReadText {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text.includes("\0") ? refused("it is no text") : { kind: "text", text };
  } catch {
    return refused("it is not UTF-8");
  }
}

const REASONS: Partial<Readonly<Record<FileError["failure"], string>>> = {
  missing: "it is gone",
  denied: "it may not be read",
  "not-a-file": "it is no regular file",
};

/** The value, or the failure of the disk in words. */
async function orRefused<Value>(value: Promise<Value>): Promise<Value | Refused> {
  try {
    return await value;
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return refused(REASONS[error.failure] ?? `cannot be read (${error.detail})`);
  }
}
