/** Where a turn writes what happens: to the log what must last, to readers what they should see. */
import type { HistoryItem, LogEntry, SyncRecordV1 } from "../generated/protocol/types.js";

type Without<Union, Keys extends PropertyKey> = Union extends unknown ? Omit<Union, Keys> : never;

/** A record without what the stream adds to every one. */
export type Change = Without<SyncRecordV1, "version" | "daemon_epoch" | "cursor" | "at">;

/** A line of the log without what the log adds to every one. */
export type Entry = Without<LogEntry, "n" | "s" | "at">;

/** An item without its place in the history. */
export type NewItem = Omit<HistoryItem, "index" | "at" | "secret_coverage">;

export interface Journal {
  /** The clock's now, as records have it. */
  time(): string;
  /** A new name that nothing else in the session has. */
  newId(): string;
  /** Tells readers of what need not last. */
  publish(change: Change): void;
  /**
   * Adds items and entries to the log, in this order, and tells readers of the items and the changes when all is on the disk. Rejects with
   * a `FileError` when it is not, and then readers are told nothing.
   */
  commit(step: { readonly items?: readonly NewItem[]; readonly entries?: readonly Entry[]; readonly changes?: readonly Change[] }): Promise<void>;
}
