/** The session that turns belong to, as they see it: its log and readers, its store, and the machine that they run on. */
import type { HistoryItem, SyncRecordV1, TurnError } from "../../../generated/protocol/types.js";
import type { Clock } from "../../machine/interfaces/clock.js";
import type { Connect } from "../../machine/interfaces/connect.js";
import type { FileError } from "../../machine/interfaces/files.js";
import type { Random } from "../../machine/interfaces/random.js";
import type { RecordBody } from "../../wire/core/session-stream.js";
import type { ModelFailure } from "../model/failure.js";
import type { Limiter } from "../model/retry/limiter.js";
import type { ModelTarget } from "../model/target.js";
import type { Told } from "../model/told.js";
import type { Scrubber } from "../scrub/scrubber.js";
import type { NewEntry } from "../store/log.js";
import type { OpaqueState } from "../store/opaque.js";
import type { SessionStore } from "../store/session.js";

/** What turns read of a session and keep beside its log: of one on the disk, or of one in memory. */
export type TurnStore = Pick<
  SessionStore,
  | "sessionId"
  | "totalItems"
  | "compaction"
  | "unsettled"
  | "items"
  | "hasFailed"
  | "opaqueOf"
  | "artifact"
  | "keepArtifact"
>;

export interface TurnSession {
  readonly journal: Journal;
  readonly store: TurnStore;
  readonly clock: Clock;
  readonly connect: Connect;
  readonly random: Random;
  /** Shared by all requests to models. */
  readonly limiter: Limiter;
  readonly report: TurnReport;
  /** The scrubber of the current configuration. */
  readonly scrubber: () => Scrubber;
}

/** Reports about turns, for the log of the daemon (P-S59). */
export interface TurnReport {
  failed(turn: FailedTurn): void;
  /** Resolves when the report is kept. Never rejects. */
  requestFailed(request: FailedModelRequest): Promise<void>;
  conceded(concession: Conceded): void;
  /** `promptId`: that of the turn; undefined between turns. */
  compacted(sizes: { readonly promptId: string | undefined; readonly before: number; readonly after: number }): void;
  /** The opaque state of an item is not kept: it is `why`. */
  opaqueDropped(promptId: string, why: "too large to be kept" | "no well-formed text", bytes: number): void;
  /** The answer for a subagent has said nothing for so many milliseconds; it is asked for again. */
  stalled(stall: { readonly promptId: string; readonly subagent: string; readonly quiet: number }): void;
  subagentFailed(failed: FailedSubagent): void;
  /** A prompt was refused, because it could not be kept. */
  refused(error: FileError): void;
}

export interface FailedTurn {
  readonly promptId: string;
  readonly model: string | null;
  readonly error: TurnError;
  readonly told: Told;
  /** Duration of the turn. */
  readonly milliseconds: number;
}

interface FailedSubagent extends Omit<FailedTurn, "milliseconds"> {
  readonly subagent: string;
}

/** A request to a model, which may be made again. */
export interface FailedModelRequest {
  /** Undefined between turns. */
  readonly promptId?: string;
  readonly target: ModelTarget;
  readonly failure: ModelFailure;
  /** The first request is attempt 1. */
  readonly attempt: number;
  /** Milliseconds until the next one; undefined when none follows. */
  readonly wait: number | undefined;
}

/** Parts of the history that requests leave out, because one with them was refused. */
interface Conceded {
  readonly promptId: string;
  readonly error: TurnError;
  readonly told: Told;
  readonly images: number;
  /** Results that are told in short. */
  readonly results: number;
}

/** A record without the fields that the stream adds. */
export type Change = RecordBody;

/** An item without its place in the history. */
export interface NewItem extends Omit<HistoryItem, "index" | "at" | "secret_coverage" | "elided"> {
  /** Bytes that its text is short of, where that is a part already. */
  readonly missing?: number | undefined;
  /** For the store alone: no record and no line of the log has it. */
  readonly opaque?: OpaqueState | undefined;
}

/** One step of a turn: all of it is on the disk before any record of it is published. */
export interface Step {
  /** Items become lines of the log, or parts of the entry that `entries` makes of the first of them. */
  readonly items?: readonly NewItem[];
  readonly entries?: (items: readonly HistoryItem[]) => readonly NewEntry[];
  readonly changes?: readonly Change[];
}

export interface Journal {
  /** The epoch that records belong to. */
  readonly epoch: string;
  /** Whether a turn runs, by the records so far. */
  readonly isBusy: boolean;
  /** The title of the session, by the records so far. */
  readonly title: string | null;
  /** An id that is unique in the session. */
  newId(): string;
  /** Publishes a record that need not last. */
  publish(change: Change): void;
  /** Calls `run` with each record, at once. */
  onRecord(run: (record: SyncRecordV1) => void): void;
  /**
   * Adds to the log; then publishes the items, and after them the changes. Steps get to the log and to readers in the order of the calls.
   * Rejects with a `FileError` when the disk refuses, and then publishes nothing.
   */
  commit(step: Step): Promise<void>;
  /** Publishes changes at once and writes their entry as soon as the disk takes one again. Readers before them must begin anew. */
  owe(entry: NewEntry, changes: readonly Change[]): void;
}
