/** A session that this process has: its lock, what its log says, and the way to add to it. */
import { limits } from "../../../generated/protocol/tables.js";
import type { Finalized, HistoryItem, SessionFile } from "../../../generated/protocol/types.js";
import type { Clock } from "../../ports/clock.js";
import type { FileError, Files } from "../../ports/files.js";
import { keepArtifact, readArtifact } from "./artifacts.js";
import { writeFinal } from "./finalize.js";
import type { History, OpenPrompt } from "./history.js";
import type { Lock } from "./lock.js";
import { Log, type LogEnd, type NewEntry, type Place } from "./log.js";
import type { SessionPaths } from "./paths.js";
import type { TornEnd } from "./recover.js";
import { SegmentFiles } from "./segment-files.js";

/** What the log said when the session was opened. */
export interface Recovered {
  /** Items of history. */
  readonly totalItems: number;
  /** The prompt whose turn has no end: whoever opens says that it was interrupted (P-S28). */
  readonly openPrompt: OpenPrompt | undefined;
  /** Of the last prompt. */
  readonly generation: number | undefined;
  readonly title: string | null;
  /** What the session worked with last. */
  readonly model: string | null;
  readonly facet: string | null;
  /** The last run of a daemon. */
  readonly epoch: string | undefined;
  /** An unfinished write that was cut off, to be told to people. */
  readonly trimmed: TornEnd | undefined;
}

/** What a store is made of by `openSession`. */
export interface SessionParts {
  readonly files: Files;
  readonly clock: Clock;
  readonly paths: SessionPaths;
  readonly file: SessionFile;
  readonly lock: Lock;
  readonly history: History;
  readonly trimmed: TornEnd | undefined;
  readonly end: LogEnd;
  /** Bytes of a segment of the log; the contract's unless a test wants less. */
  readonly segmentBytes?: number | undefined;
}

export class SessionStore {
  readonly paths: SessionPaths;
  readonly file: SessionFile;
  readonly recovered: Recovered;
  readonly #parts: SessionParts;
  readonly #log: Log;
  readonly #segments: SegmentFiles;

  constructor(parts: SessionParts) {
    const { files, clock, paths, file, lock, history, trimmed, end } = parts;
    const { totalItems, openPrompt, generation, title, model, facet, epoch } = history;
    [this.paths, this.file, this.#parts] = [paths, file, parts];
    this.recovered = { totalItems, openPrompt, generation, title, model, facet, epoch, trimmed };
    const segmentBytes = parts.segmentBytes ?? limits.logSegmentBytes;
    const options = { files, clock, directory: paths.log, sessionId: file.session_id, segmentBytes };
    this.#segments = new SegmentFiles(files, paths.log);
    const onDurable = (entry: NewEntry, place: Place): void => {
      history.take(entry, place);
      void this.#segments.hold(place.segment);
    };
    this.#log = new Log({ ...options, check: () => lock.check(), onDurable }, end);
  }

  /** Resolves when the first so many segments can be read whatever becomes of their folder. */
  async hold(segments: number): Promise<void> {
    for (let segment = 1; segment <= segments; segment += 1) await this.#segments.hold(segment);
  }

  get sessionId(): string {
    return this.file.session_id;
  }

  get directory(): string {
    return this.paths.directory;
  }

  /** Items that are on the disk. */
  get totalItems(): number {
    return this.#parts.history.totalItems;
  }

  /** Why the disk refused the last time; undefined as soon as it takes something again. */
  get failure(): FileError | undefined {
    return this.#log.failure;
  }

  /** Resolves when the entry is on the disk. Rejects with a `FileError` when it is not, and then it never will be; reading goes on. */
  append(entry: NewEntry): Promise<void> {
    return this.#log.append(entry);
  }

  /** Items from index `from` to before index `to`; those that there are. Rejects with a `FileError` or with `history_corrupt`. */
  items(from: number, to: number): Promise<HistoryItem[]> {
    return this.#parts.history.read(this.#segments, from, to);
  }

  /** Whether it is the item of a prompt whose turn failed before the model said anything (P-S55). */
  hasFailed(index: number): boolean {
    return this.#parts.history.hasFailed(index);
  }

  /** Keeps bytes beside the log, under their digest. Rejects with a `FileError`. */
  async keepArtifact(id: string, bytes: Uint8Array): Promise<void> {
    await this.#log.check();
    await keepArtifact(this.#parts.files, this.paths.attachments, id, bytes);
  }

  /** The bytes of an artifact. Rejects with a `FileError` or with `history_corrupt`. */
  artifact(id: string): Promise<Uint8Array> {
    return readArtifact(this.#parts.files, this.paths.attachments, id);
  }

  /** Ends the session in order (P-S40), and lets go of it. Rejects with a `FileError`: then it is stopped, and not finalized. */
  async finalize(): Promise<void> {
    const { files, clock, paths, history } = this.#parts;
    try {
      await this.#log.check().finally(() => this.#log.close());
      const final: Finalized = {
        ...{ version: 1, session_id: this.sessionId, finalized_at: new Date(clock.now()).toISOString() },
        ...{ total_items: history.totalItems, entries: this.#log.entries, segments: [...this.#log.segments] },
      };
      await writeFinal(files, paths.final, final);
    } finally {
      await this.#segments.close();
      await this.#parts.lock.release();
    }
  }

  /** Lets go of the session as it is, so that it can be resumed. */
  async close(): Promise<void> {
    try {
      await this.#log.close();
    } finally {
      await this.#segments.close();
      await this.#parts.lock.release();
    }
  }
}
