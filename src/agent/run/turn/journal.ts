/** The log and the readers of a turn: lasting entries go to the disk, records to readers. */
import type { HistoryItem } from "../../../generated/protocol/types.js";
import type { RecordBody } from "../../wire/core/session-stream.js";
import type { NewEntry } from "../store/log.js";

/** A record without the fields that the stream adds. */
export type Change = RecordBody;

/** An item without its place in the history. */
export type NewItem = Omit<HistoryItem, "index" | "at" | "secret_coverage" | "elided">;

/** One step of a turn: all of it is on the disk before any record of it is published. */
export interface Step {
  /** Items become lines of the log, or parts of the entry that `entries` makes of the first of them. */
  readonly items?: readonly NewItem[];
  readonly entries?: (items: readonly HistoryItem[]) => readonly NewEntry[];
  readonly changes?: readonly Change[];
}

export interface Journal {
  /** Whether a turn runs, by the records so far. */
  readonly isBusy: boolean;
  /** An id that is unique in the session. */
  newId(): string;
  /** Publishes a record that need not last. */
  publish(change: Change): void;
  /**
   * Adds to the log; then publishes the items, and after them the changes. Rejects with a `FileError` when the disk refuses, and then
   * publishes nothing.
   */
  commit(step: Step): Promise<void>;
  /** Publishes a change at once and writes its entry as soon as the disk takes one again. Readers before it must begin anew. */
  owe(entry: NewEntry, change: Change): void;
}
