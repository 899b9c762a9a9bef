/**
 * The log of one output of a tool server (P-S84): scrubbed, readable by its user alone, and never longer than its limit. A
 * caller that waits for `write` keeps a flood out of the memory. When the disk refuses, the log ends, and nothing else.
 */
import type { Files, OpenFile } from "../../ports/files.js";
import { FileError, replaceFile } from "../../ports/files.js";
import type { Scrubber } from "../scrub/scrubber.js";
import { LastLine } from "./last-line.js";

export interface ServerLogParts {
  readonly files: Files;
  readonly folder: string;
  /** The name of the file in the folder. */
  readonly name: string;
  /** Bytes of the file at most. */
  readonly limit: number;
  /** Whether there is a file; without one only the last line is kept. */
  readonly isKept: boolean;
  /** The one to scrub with from now on; asked at the first bytes of each run of the server. */
  readonly scrubber: () => Scrubber;
  /** Told once when the disk refuses, with the system's code. */
  readonly onFailure: (code: string) => void;
}

export class ServerLog {
  readonly #parts: ServerLogParts;
  readonly #path: string;
  #decoder = new TextDecoder();
  #stream: ReturnType<Scrubber["stream"]> | undefined;
  #lines = new LastLine();
  #lastLine: string | undefined;
  #file: OpenFile | undefined;
  #size = 0;
  #isBroken = false;
  #last: Promise<void> = Promise.resolve();

  constructor(parts: ServerLogParts) {
    this.#parts = parts;
    this.#path = parts.files.join(parts.folder, parts.name);
  }

  /** The last line of the run that has ended. */
  get lastLine(): string | undefined {
    return this.#lastLine;
  }

  /** Resolves when the bytes are written or given up; never rejects. */
  write(bytes: Uint8Array): Promise<void> {
    this.#stream ??= this.#parts.scrubber().stream();
    const text = this.#decoder.decode(bytes, { stream: true });
    return this.#append(this.#stream.push(text));
  }

  /** The server has ended: what was held back is written, at once counted for the last line, and the file closed. More may be written afterwards. */
  end(): Promise<void> {
    const rest = this.#stream === undefined ? "" : this.#stream.push(this.#decoder.decode()) + this.#stream.end();
    this.#stream = undefined;
    this.#decoder = new TextDecoder();
    const isWritten = this.#append(rest);
    this.#lastLine = this.#lines.end();
    this.#lines = new LastLine();
    this.#last = isWritten.then(() => this.#close());
    return this.#last;
  }

  #append(text: string): Promise<void> {
    this.#lines.push(text);
    if (text === "" || !this.#parts.isKept) return this.#last;
    const bytes = new TextEncoder().encode(text);
    this.#last = this.#last.then(() => this.#put(bytes)).catch((error: unknown) => this.#fail(error));
    return this.#last;
  }

  async #put(bytes: Uint8Array): Promise<void> {
    if (this.#isBroken) return;
    const { limit } = this.#parts;
    if (this.#file === undefined) await this.#open();
    const kept = bytes.subarray(Math.max(0, bytes.length - limit / 2));
    if (this.#size + kept.length > limit) await this.#shorten();
    await this.#file?.append(kept);
    this.#size += kept.length;
  }

  async #open(): Promise<void> {
    const { files, folder } = this.#parts;
    await files.makeDirectory(folder);
    const isThere = (await files.status(this.#path)) !== undefined;
    this.#file = await files.open(this.#path, isThere ? "append" : "create");
    this.#size = (await this.#file.status()).size;
  }

  /** Keeps the last half of what may be kept, from the beginning of a line. */
  async #shorten(): Promise<void> {
    const half = this.#parts.limit / 2;
    const last = (await this.#file?.readAt(Math.max(0, this.#size - half), half)) ?? new Uint8Array();
    await this.#close();
    await replaceFile(this.#parts.files, this.#path, last.subarray(last.indexOf(10) + 1));
    await this.#open();
  }

  async #close(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    await file?.close().catch(() => {});
  }

  async #fail(error: unknown): Promise<void> {
    if (!this.#isBroken) this.#parts.onFailure(error instanceof FileError ? error.failure : "io");
    this.#isBroken = true;
    await this.#close();
  }
}
