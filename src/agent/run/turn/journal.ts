/** The log and the readers of a turn: lasting entries go to the disk, records to readers. */
import type { HistoryItem, SyncRecordV1 } from "../../../generated/protocol/types.js";
import type { RecordBody } from "../../wire/core/session-stream.js";
import type { NewEntry } from "../store/log.js";

/** A record without the fields that the stream adds. */
export type Change = RecordBody;

/** An item without its place in the history. */
export interface NewItem extends Omit<HistoryItem, "index" | "at" | "secret_coverage" | "elided"> {
  /** Bytes that its text is short of, where that is a part already. */
  readonly missing?: number | undefined;
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
