/**
 * The log of a session: append-only lines in segments (`line.ts`, `segment.ts`; read back by `recover.ts`).
 *
 * Entries wait in a queue. One writer at a time takes from its front all that fits into the segment, numbers it, and makes it durable with
 * one write and one sync (group commit); then the promises of these entries resolve, in order. `s` of each line is the number of lines that
 * were durable before it: by this a reader distinguishes a damaged line from one that was never finished.
 *
 * A segment that would exceed its limit is followed by another one, whose first line holds the SHA-256 of the full one.
 *
 * When the disk refuses, all waiting entries are rejected, the end of the segment is made clean, and their numbers are given again.
 */
import { limits } from "../../../generated/protocol/tables.js";
import type { FinalSegment, LogEntry, SegmentEntry } from "../../../generated/protocol/types.js";
import type { Clock } from "../../machine/interfaces/clock.js";
import { FileError, type Files } from "../../machine/interfaces/files.js";
import { encodeLine, Segment } from "./segment.js";

type Unnumbered<Entry> = Entry extends SegmentEntry ? never : Omit<Entry, "n" | "s" | "at">;

/** An entry to append: any kind but `segment`, without the fields that the log adds. */
export type NewEntry = Unnumbered<LogEntry>;

/** The place of a line. */
export interface Place {
  /** Number of the segment. */
  readonly segment: number;
  /** Bytes from its beginning. */
  readonly offset: number;
  /** Bytes, with the newline. */
  readonly length: number;
}

export interface LogOptions {
  readonly files: Files;
  readonly clock: Clock;
  /** The directory of the segments, which must exist. */
  readonly directory: string;
  readonly sessionId: string;
  /** Most bytes of a segment; default: the limit of the contract. */
  readonly segmentBytes?: number | undefined;
  /** Rejects with a `FileError` when the log no longer belongs to this process (P-S57). */
  readonly check: () => Promise<void>;
  /** Called for every entry as soon as it is durable, before the promise of `append` resolves. */
  readonly onDurable: (entry: NewEntry, place: Place) => void;
  /** Called for every entry that the disk has refused, before the promise of `append` rejects. */
  readonly onRefused: (entry: NewEntry) => void;
}

/** The end of a log, from which it continues. */
export interface LogEnd {
  /** Durable lines. */
  readonly entries: number;
  /** Full segments. */
  readonly closed: readonly FinalSegment[];
  /** The segment to write to; undefined for a log without a line. */
  readonly segment?: Segment | undefined;
}

interface Waiting {
  readonly entry: NewEntry;
  /** The entry as it was appended: its caller may change the object while it waits. */
  readonly json: string;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export class Log {
  readonly #options: LogOptions;
  readonly #limit: number;
  readonly #closed: FinalSegment[];
  #segment: Segment | undefined;
  /** The highest number that is on the disk. */
  #durable: number;
  #waiting: Waiting[] = [];
  #writer: Promise<void> | undefined;
  #failure: FileError | undefined;
  #lastAt: string | undefined;
  #isClosed = false;

  constructor(options: LogOptions, end: LogEnd) {
    this.#options = options;
    this.#limit = options.segmentBytes ?? limits.logSegmentBytes;
    this.#closed = [...end.closed];
    this.#segment = end.segment;
    this.#durable = end.entries;
  }

  /** Lines that are on the disk. */
  get entries(): number {
    return this.#durable;
  }

  /** The time of the last line that is on the disk; undefined before the first one. */
  get lastAt(): string | undefined {
    return this.#lastAt;
  }

  /** The failure of the last write; undefined after a write that succeeded. */
  get failure(): FileError | undefined {
    return this.#failure;
  }

  /** All segments as they are on the disk, as `final.json` has them. */
  get segments(): readonly FinalSegment[] {
    const current = this.#segment;
    return current === undefined || current.length === 0 ? this.#closed : [...this.#closed, described(current)];
  }

  /** Resolves when the entry is on the disk. Rejects with a `FileError` when the disk refuses; the entry is not tried again. */
  append(entry: NewEntry): Promise<void> {
    if (this.#isClosed) return Promise.reject(new Error("the log is closed"));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ entry, json: JSON.stringify(entry), resolve, reject });
      this.#writer ??= this.#write();
    });
  }

  /** Takes no more entries; resolves when the queue is empty. Rejects with a `FileError` when the end cannot be made clean. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#writer;
    const segment = this.#segment;
    this.#segment = undefined;
    if (segment === undefined) return;
    if (segment.length > 0) this.#closed.push(described(segment));
    await segment.close();
  }

  /** Writes until the queue is empty. */
  async #write(): Promise<void> {
    // Entries of the same moment are written together.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      try {
        await this.#writeSome();
        this.#failure = undefined;
      } catch (error) {
        if (error instanceof FileError) this.#failure = error;
        const refused = this.#waiting.splice(0);
        for (const { entry } of refused) this.#options.onRefused(entry);
        for (const { reject } of refused) reject(error);
      }
    }
    this.#writer = undefined;
  }

  /** Rejects with a `FileError` when a write would land in a removed file, or in the log of another process (P-S57). */
  async check(): Promise<void> {
    try {
      await Promise.all([this.#options.check(), this.#segment?.check()]);
    } catch (error) {
      // Other failures do not show who has the log; the write itself will fail if the disk refuses.
      if (!(error instanceof FileError) || error.failure === "missing" || error.failure === "replaced") throw error;
    }
  }

  /** Writes the entries from the front of the queue that fit, and makes them durable. */
  async #writeSome(): Promise<void> {
    await this.check();
    const segment = await this.#segmentWithRoom();
    const isFresh = segment.length === 0;
    const at = this.#time();
    const lines = isFresh ? [this.#line(1, this.#beginning(segment), at)] : [];
    let bytes = lines[0]?.length ?? 0;
    const taken: { readonly waiting: Waiting; readonly place: Place }[] = [];
    for (const waiting of this.#waiting) {
      const line = this.#line(lines.length + 1, waiting.json, at);
      const offset = segment.length + bytes;
      // The first entry is always taken, even when it alone exceeds the segment limit.
      if (taken.length > 0 && offset + line.length > this.#limit) break;
      taken.push({ waiting, place: { segment: segment.number, offset, length: line.length } });
      lines.push(line);
      bytes += line.length;
    }
    await segment.write(Buffer.concat(lines));
    this.#durable += lines.length;
    this.#lastAt = at;
    this.#waiting.splice(0, taken.length);
    for (const { waiting, place } of taken) this.#options.onDurable(waiting.entry, place);
    for (const { waiting } of taken) waiting.resolve();
  }

  /** The segment for the first waiting entry: a new one when the entry does not fit into the current one. */
  async #segmentWithRoom(): Promise<Segment> {
    const { files, directory } = this.#options;
    const current = this.#segment;
    const first = this.#line(1, this.#waiting[0]?.json ?? "", this.#time()).length;
    if (current !== undefined && (current.length === 0 || current.length + first <= this.#limit)) return current;
    // A next segment means that all of this one is durable.
    await current?.mend();
    const next = await Segment.create(files, directory, this.#closed.length + (current === undefined ? 1 : 2));
    this.#segment = next;
    if (current === undefined) return next;
    this.#closed.push(described(current));
    await current.close();
    return next;
  }

  #time(): string {
    return new Date(this.#options.clock.now()).toISOString();
  }

  /** The line of an entry, `after` lines behind the last durable one. */
  #line(after: number, json: string, at: string): Uint8Array {
    const head = { n: this.#durable + after, s: this.#durable, at };
    return encodeLine(`${JSON.stringify(head).slice(0, -1)},${json.slice(1)}`);
  }

  /** The first line of a segment. */
  #beginning({ number }: Segment): string {
    const previous = this.#closed.at(-1)?.sha256 ?? null;
    const entry: Omit<SegmentEntry, "n" | "s" | "at"> = {
      ...{ t: "segment", session_id: this.#options.sessionId, segment: number, previous },
    };
    return JSON.stringify(entry);
  }
}

function described({ name, length, sha256 }: Segment): FinalSegment {
  return { name, bytes: length, sha256 };
}
