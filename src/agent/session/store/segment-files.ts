/**
 * The files of a log, held open for reading until the end of the session: their items can be read even when the folder of the session is
 * removed (P-S57).
 */
import type { Files, OpenFile } from "../../machine/interfaces/files.js";
import { segmentName } from "./segment.js";

export class SegmentFiles {
  readonly #files: Files;
  readonly #directory: string;
  readonly #held = new Map<number, Promise<OpenFile>>();
  #isClosed = false;

  constructor(files: Files, directory: string) {
    [this.#files, this.#directory] = [files, directory];
  }

  /** Opens a segment, unless it is open. A failure is ignored: reading tries again. */
  async hold(segment: number): Promise<void> {
    if (!this.#held.has(segment) && !this.#isClosed) await this.#hold(segment).catch(() => {});
  }

  /** Rejects with a `FileError`. */
  async readAt(segment: number, offset: number, length: number): Promise<Uint8Array> {
    const held = this.#held.get(segment) ?? (this.#isClosed ? undefined : this.#hold(segment));
    if (held !== undefined) return (await held).readAt(offset, length);
    const file = await this.#open(segment);
    try {
      return await file.readAt(offset, length);
    } finally {
      await file.close();
    }
  }

  /** Closes all files. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const held = [...this.#held.values()];
    this.#held.clear();
    for (const file of await Promise.allSettled(held))
      if (file.status === "fulfilled") await file.value.close().catch(() => {});
  }

  #hold(segment: number): Promise<OpenFile> {
    const file = this.#open(segment);
    this.#held.set(segment, file);
    file.catch(() => this.#held.delete(segment));
    return file;
  }

  #open(segment: number): Promise<OpenFile> {
    return this.#files.open(this.#files.join(this.#directory, segmentName(segment)), "read");
  }
}
