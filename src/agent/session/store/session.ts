/** A session that this process has: its lock, and its log to read and to append to. */
import { limits } from "../../../generated/protocol/tables.js";
import type { Finalized, HistoryItem, LastTurn, SessionFile } from "../../../generated/protocol/types.js";
import type { Clock } from "../../machine/interfaces/clock.js";
import { type FileError, type Files, replaceFile } from "../../machine/interfaces/files.js";
import type { Advertisement } from "./advertised.js";
import { type ArtifactPart, Artifacts } from "./artifacts.js";
import { jsonBytes } from "./check.js";
import { writeFinal } from "./finalize.js";
import type { Compaction, History } from "./history.js";
import type { Lock } from "./lock.js";
import { Log, type LogEnd, type NewEntry, type Place } from "./log.js";
import { type Maker, type OfItem, OpaqueStates } from "./opaque.js";
import type { RecoveredOperation } from "./operations.js";
import type { SessionPaths } from "./paths.js";
import type { TornEnd } from "./recover.js";
import { SegmentFiles } from "./segment-files.js";
import type { UnsettledCall } from "./unsettled.js";

type OfHistory =
  | "totalItems"
  | "openPrompt"
  | "generation"
  | "title"
  | "model"
  | "facet"
  | "chosen"
  | "epoch"
  | "inputs";

/** The state of the log when the session was opened. A prompt whose turn has no end in it is recorded as interrupted (P-S28). */
export interface Recovered extends Readonly<Pick<History, OfHistory | "context" | "queueRevision">> {
  /** The newest operations of earlier epochs, whose windows may still be open. */
  readonly operations: readonly RecoveredOperation[];
  /** An unfinished write that was cut off, for the log of the daemon. */
  readonly trimmed: TornEnd | undefined;
}

/** The parts of a store, from `openSession`. */
export interface SessionParts {
  readonly files: Files;
  readonly clock: Clock;
  readonly paths: SessionPaths;
  readonly file: SessionFile;
  readonly lock: Lock;
  readonly history: History;
  readonly operations: readonly RecoveredOperation[];
  readonly trimmed: TornEnd | undefined;
  readonly end: LogEnd;
  /** Whether the session was finalized before it was opened. */
  readonly wasFinal: boolean;
  /** Most bytes of a segment of the log; default: the limit of the contract. */
  readonly segmentBytes?: number | undefined;
}

export class SessionStore {
  readonly paths: SessionPaths;
  readonly file: SessionFile;
  readonly recovered: Recovered;
  readonly #parts: SessionParts;
  readonly #log: Log;
  readonly #segments: SegmentFiles;
  readonly #artifacts: Artifacts;
  readonly #opaque: OpaqueStates;
  /** Resolves when all artifacts and titles so far are kept. */
  #keeping: Promise<unknown> = Promise.resolve();
  /** Items on their way to the disk. */
  #coming = 0;

  constructor(parts: SessionParts) {
    const { files, clock, paths, file, lock, history, operations, trimmed, end } = parts;
    const { totalItems, openPrompt, generation, title, model, facet, context, chosen, epoch } = history;
    const { inputs, queueRevision } = history;
    [this.paths, this.file, this.#parts] = [paths, file, parts];
    const prompts = { openPrompt, generation, inputs, queueRevision, operations };
    this.recovered = { totalItems, ...prompts, title, model, facet, context, chosen, epoch, trimmed };
    const segmentBytes = parts.segmentBytes ?? limits.logSegmentBytes;
    const options = { files, clock, directory: paths.log, sessionId: file.session_id, segmentBytes };
    this.#segments = new SegmentFiles(files, paths.log);
    this.#artifacts = new Artifacts(files, paths.attachments);
    this.#opaque = new OpaqueStates(files, paths.opaque);
    const onDurable = (entry: NewEntry, place: Place): void => {
      this.#coming -= itemsIn(entry);
      history.take(entry, place);
      void this.#segments.hold(place.segment);
    };
    const onRefused = (entry: NewEntry): void => {
      this.#coming -= itemsIn(entry);
    };
    this.#log = new Log({ ...options, check: () => lock.check(), onDurable, onRefused }, end);
  }

  /** Resolves when the first `segments` segments are open, so that they can be read after the loss of their folder. */
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

  /** The last turn that has ended, by the log; null before the first. */
  get lastTurn(): LastTurn | null {
    return this.#parts.history.lastTurn;
  }

  /** The calls that a crash has left without a result (P-S105). */
  get unsettled(): readonly UnsettledCall[] {
    return this.#parts.history.unsettled;
  }

  /** The last compaction that is on the disk; undefined before the first. */
  get compaction(): Compaction | undefined {
    return this.#parts.history.compaction;
  }

  /** The index of the next item to append: those on their way to the disk count, as all of them get there or none after the first that does not. */
  get nextIndex(): number {
    return this.totalItems + this.#coming;
  }

  /** The failure of the last write; undefined after a write that succeeded. */
  get failure(): FileError | undefined {
    return this.#log.failure;
  }

  /** Resolves when the entry is on the disk. Rejects with a `FileError` when the disk refuses; the entry is not tried again, and reading goes on. */
  append(entry: NewEntry): Promise<void> {
    const appended = this.#log.append(entry);
    this.#coming += itemsIn(entry);
    return appended;
  }

  /** The items from index `from` to before index `to`, as far as they exist. Rejects with a `FileError` or with `history_corrupt`. */
  items(from: number, to: number): Promise<HistoryItem[]> {
    return this.#parts.history.read(this.#segments, from, to);
  }

  /** Whether this is the item of a prompt whose turn failed without an answer (P-S55). */
  hasFailed(index: number): boolean {
    return this.#parts.history.hasFailed(index);
  }

  /** Writes bytes beside the log, under their digest. Rejects with a `FileError`. */
  keepArtifact(id: string, bytes: Uint8Array): Promise<void> {
    return this.#keep(() => this.#artifacts.keep(id, bytes));
  }

  /** Writes the title to `session.json` too, for programs that read no log (P-S64). Rejects with a `FileError`. */
  keepTitle(title: string): Promise<void> {
    return this.#keep(() => replaceFile(this.#parts.files, this.paths.session, jsonBytes({ ...this.file, title })));
  }

  /** One after the other: equal bytes have one file. */
  #keep(write: () => Promise<void>): Promise<void> {
    const kept = this.#keeping.then(async () => {
      await this.#log.check();
      await write();
    });
    this.#keeping = kept.catch(() => {});
    return kept;
  }

  /** The bytes of an artifact. Rejects with a `FileError` or with `history_corrupt`. */
  artifact(id: string): Promise<Uint8Array> {
    return this.#artifacts.whole(id);
  }

  /** The artifact of an id, when one of the first `items` items of the history lists it (P-S43). */
  advertised(id: string, items: number): Advertisement | undefined {
    return this.#parts.history.advertised(id, items);
  }

  /** Resolves when an artifact of `total` bytes fits its digest. Rejects with a `FileError` or with `history_corrupt`. */
  compareArtifact(id: string, total: number): Promise<void> {
    return this.#artifacts.compare(id, total);
  }

  /** The bytes of a part of an artifact, piece by piece. Rejects with a `FileError` or with `history_corrupt`. */
  artifactPieces(id: string, part: ArtifactPart, pieceBytes: number): AsyncIterable<Uint8Array> {
    return this.#artifacts.pieces(id, part, pieceBytes);
  }

  /** Writes the opaque states of items beside the log (P-S93). Rejects with a `FileError`. */
  async keepOpaque(states: readonly OfItem[]): Promise<void> {
    await this.#log.check();
    await this.#opaque.keep(states);
  }

  /** The opaque state of an item for its maker; empty for another one, and where there is none. */
  opaqueOf(itemId: string, maker: Maker): Promise<readonly string[]> {
    return this.#opaque.of(itemId, maker);
  }

  /** Ends the session in order (P-S40), calls `last` and releases it. Rejects with a `FileError`; it is then released, and not finalized. */
  async finalize(last: () => Promise<void> = async () => {}): Promise<void> {
    const { files, clock, paths, history } = this.#parts;
    try {
      await this.#log.check().finally(() => this.#log.close());
      const { title, model, facet, lastTurn } = history;
      const { lastAt } = this.#log;
      const final: Finalized = {
        ...{ version: 1, session_id: this.sessionId, finalized_at: new Date(clock.now()).toISOString() },
        ...{ title, model, facet, ...(lastAt === undefined ? {} : { last_at: lastAt }) },
        ...(lastTurn === null ? {} : { last_turn: lastTurn }),
        ...{ total_items: history.totalItems, entries: this.#log.entries, segments: [...this.#log.segments] },
      };
      await this.#opaque.remove();
      await writeFinal(files, paths.final, final);
      await last();
    } finally {
      await this.#release();
    }
  }

  /** Releases the session as it was found: finalized if it was finalized before. Rejects as `finalize` and `close` do. */
  giveBack(): Promise<void> {
    return this.#parts.wasFinal ? this.finalize() : this.close();
  }

  /** Releases the session without finalizing it, so that it can be resumed. */
  async close(): Promise<void> {
    await this.#log.close().finally(() => this.#release());
  }

  /** A title on its way would be written after another process has the session. */
  async #release(): Promise<void> {
    await this.#keeping;
    await this.#opaque.close();
    await this.#segments.close();
    await this.#parts.lock.release();
  }
}

/** The number of items in an entry. */
function itemsIn(entry: NewEntry): number {
  return entry.t === "item" || (entry.t === "prompt" && entry.item !== undefined) ? 1 : 0;
}
