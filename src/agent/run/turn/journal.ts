/** Where a turn writes what happens: to the log what must last, to readers what they should see. */
import type { HistoryItem } from "../../../generated/protocol/types.js";
import type { RecordBody } from "../../wire/core/session-stream.js";
import type { NewEntry } from "../store/log.js";

/** A record without what the stream adds to every one. */
export type Change = RecordBody;

/** An item without its place in the history. */
export type NewItem = Omit<HistoryItem, "index" | "at" | "secret_coverage" | "elided">;

/** What happens at once: all of it is on the disk before anybody is told of any. */
export interface Step {
  /** Items become lines of the log, or parts of the entry that `entries` makes of the first of them. */
  readonly items?: readonly NewItem[];
  readonly entries?: (items: readonly HistoryItem[]) => readonly NewEntry[];
  readonly changes?: readonly Change[];
}

export interface Journal {
  /** Whether a turn runs, as far as records have told. */
  readonly isBusy: boolean;
  /** A name that nothing else in the session has. */
  newId(): string;
  /** Tells readers of what need not last. */
  publish(change: Change): void;
  /**
   * Adds to the log, and tells readers of the items and then of the changes as soon as all is on the disk. Rejects with a `FileError` when
   * it is not, and then readers are told nothing.
   */
  commit(step: Step): Promise<void>;
  /** What could not be kept: it is told at once and written as soon as the disk takes something again; nobody goes on from before. */
  owe(entry: NewEntry, change: Change): void;
}
