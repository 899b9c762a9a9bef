/** The items of a log on their way into the spool: a part of them is in memory at a time. */
import type { LogEntry } from "../../../generated/protocol/types.js";
import { SEPARATOR } from "./captured.js";
import type { SpoolWriter } from "./spool.js";

/** Bytes of one write. */
const WRITE_BYTES = 131_072;

export class ItemsWriter {
  /** The ends of the items. */
  readonly ends: number[] = [];
  readonly #part: SpoolWriter;
  /** Resolves when the part may have so many bytes. */
  readonly #claim: (bytes: number) => Promise<void>;
  #waiting: Uint8Array[] = [];
  #written = 0;
  #end = 0;

  constructor(part: SpoolWriter, claim: (bytes: number) => Promise<void>) {
    [this.#part, this.#claim] = [part, claim];
  }

  /** Bytes of all items so far. */
  get bytes(): number {
    return this.#end;
  }

  /** Takes the item of an entry, if it has one; its promise, if any, has to be waited for. */
  take(entry: LogEntry): Promise<void> | undefined {
    const item = entry.t === "item" || entry.t === "prompt" ? entry.item : undefined;
    if (item === undefined) return undefined;
    const bytes = Buffer.from(JSON.stringify(item) + SEPARATOR);
    this.#waiting.push(bytes);
    this.#end += bytes.length;
    this.ends.push(this.#end);
    return this.#end - this.#written < WRITE_BYTES ? undefined : this.flush();
  }

  /** Resolves when all items so far are in the spool. */
  async flush(): Promise<void> {
    const waiting = this.#waiting.splice(0);
    if (waiting.length === 0) return;
    await this.#claim(this.#end);
    await this.#part.append(Buffer.concat(waiting));
    this.#written = this.#end;
  }
}
