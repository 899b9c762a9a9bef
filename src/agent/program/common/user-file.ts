/** Files of the user that a command writes, whole or not at all. */
import type { Terminal } from "../../../terminal/terminal.js";
import { printable } from "../../../text/escape.js";
import { FileError, type OpenFile } from "../../machine/interfaces/files.js";
import { randomHex } from "../../machine/interfaces/random.js";
import { machine } from "./machine.js";

/** Most bytes of a file that is replaced. */
const MOST = 256 * 1024 * 1024;

/** The message for a file that cannot be written; undefined for one that can. Writes nothing. */
export function whyUnwritable({ host }: Terminal, file: string): string | undefined {
  const reason = file.includes("\0") ? "its name holds a NUL" : host.refusalOf(targetOf(host, file));
  return reason === undefined ? undefined : sayUnwritten(file, reason);
}

/** Writes the file; returns the message of a failure. */
export function writeWhole({ host }: Terminal, file: string, text: string): string | undefined {
  const [target, bytes] = [targetOf(host, file), Buffer.from(text)];
  const before = host.kindOf(target) === undefined ? undefined : host.readFile(target, MOST);
  if (before?.kind === "too-large") return sayUnwritten(file, "the file there is too large to be replaced");
  if (before?.kind === "unreadable") return sayUnwritten(file, before.reason);
  const reason =
    before === undefined ? host.createFile(target, bytes, true) : host.replaceFile(target, before.bytes, bytes);
  return reason === undefined ? undefined : sayUnwritten(file, reason);
}

/** The path with all links followed, as far as it exists. */
function targetOf(host: Terminal["host"], file: string): string {
  const path = host.resolve(file);
  const directory = host.join(path, "..");
  const [name = ""] = path.split(/[\\/]/).slice(-1);
  return host.realPath(path) ?? host.join(host.realPath(directory) ?? directory, name);
}

function sayUnwritten(file: string, reason: string): string {
  return `cannot write ${printable(file)}: ${reason}`;
}

/** Bytes of one write. */
const WRITE_BYTES = 131_072;

/** A file that only its user may read, written piece by piece beside the one that it replaces. Calls reject with a `FileError`. */
export class StagedFile {
  readonly #target: string;
  readonly #stage: string;
  readonly #file: OpenFile;
  #waiting = "";

  private constructor(target: string, stage: string, file: OpenFile) {
    [this.#target, this.#stage, this.#file] = [target, stage, file];
  }

  static async begin({ host }: Terminal, name: string): Promise<StagedFile> {
    const target = targetOf(host, name);
    const stage = `${target}.${randomHex(machine.random, 4)}.new`;
    return new StagedFile(target, stage, await machine.files.open(stage, "create"));
  }

  async write(text: string): Promise<void> {
    this.#waiting += text;
    if (this.#waiting.length >= WRITE_BYTES) await this.#flush();
  }

  /** Puts the file in its place; a failure leaves that as it was. */
  async finish(): Promise<void> {
    const { files } = machine;
    await this.#flush();
    await this.#file.sync();
    await this.#file.close();
    await files.rename(this.#stage, this.#target);
    await files.syncDirectory(files.join(this.#target, ".."));
  }

  async abandon(): Promise<void> {
    await this.#file.close().catch(() => {});
    await machine.files.remove(this.#stage).catch(() => {});
  }

  async #flush(): Promise<void> {
    const bytes = Buffer.from(this.#waiting);
    this.#waiting = "";
    await this.#file.append(bytes);
  }
}

/** The message of a file that could not be written; throws any other error. */
export function whyFailedToWrite(file: string, error: unknown): string {
  if (!(error instanceof FileError)) throw error;
  return sayUnwritten(file, `${error.failure} (${error.detail})`);
}
