/**
 * A client's copy of a session: it begins with a snapshot, applies what the stream brings, in order, and says what to do when the stream ends (spec 1
 * steps 5, 6 and 8; spec 2.1). It keeps the cursor of the last record that was applied, which is the only one to come back with. Cursors are opaque:
 * they are compared with those that were seen and with nothing else.
 */
import { limits } from "../../../generated/protocol/tables.js";
import type { SyncFrame, SyncMessage, SyncRecordV1, SyncSnapshot } from "../../../generated/protocol/types.js";
import { fold, type SessionState } from "./session.js";
import { stateOf } from "./snapshot.js";

/** All that has to be kept to go on later, as one value: who saves the parts apart can lose records between them. */
export interface SyncPoint {
  readonly epoch: string;
  readonly cursor: string;
  readonly state: SessionState;
}

/** Why the cursor is of no use any longer: a code of the protocol, or `gap` where something is missing in what came. */
type Lost = (typeof RESTARTS)[number] | "gap";

/** What to do next. */
export type Next =
  /** Go on reading. */
  | { readonly kind: "follow" }
  /** Connect again, after this cursor. */
  | { readonly kind: "reconnect"; readonly cursor: string }
  /** Discard the cursor and begin anew with a snapshot. */
  | { readonly kind: "snapshot"; readonly reason: Lost }
  /** Tell the user: nothing that is done without asking mends this. */
  | { readonly kind: "fail"; readonly status: number; readonly code: string };

/** Codes that say to fetch a snapshot (spec 7). */
const RESTARTS = [
  "invalid_cursor",
  "cursor_wrong_session",
  "epoch_mismatch",
  "reset_required",
  "cursor_too_old",
] as const;

function restartOf(code: string): Lost | undefined {
  return RESTARTS.find((known) => known === code);
}

const MISSED_HEARTBEATS = 3;

export function pointOf(snapshot: SyncSnapshot): SyncPoint {
  return { epoch: snapshot.daemon_epoch, cursor: snapshot.cursor, state: stateOf(snapshot) };
}

export class Replica {
  #point: SyncPoint;
  /** Cursors that were applied: the newest ones, and so many before them that all are here that a server could bring again. */
  #applied: Set<string>;
  #appliedBefore = new Set<string>();
  #fresh: SyncRecordV1[] = [];
  #interval: number = limits.syncHeartbeat;
  #heardAt: number;

  constructor(point: SyncPoint, now: number) {
    this.#point = point;
    this.#applied = new Set([point.cursor]);
    this.#heardAt = now;
  }

  /** What was applied, and up to where. */
  get point(): SyncPoint {
    return this.#point;
  }

  /** When a stream that stays silent counts as broken: three heartbeats are missing then. */
  get due(): number {
    return this.#heardAt + this.#interval * MISSED_HEARTBEATS;
  }

  /** Records that were applied since this was asked last, or since the beginning: each once, in order. */
  takeApplied(): readonly SyncRecordV1[] {
    const fresh = this.#fresh;
    this.#fresh = [];
    return fresh;
  }

  /** Says that a stream begins, so that silence counts from now. */
  connected(now: number): void {
    this.#heardAt = now;
  }

  /** Takes a message of the stream. Of a frame all records are applied or none. */
  receive(message: SyncMessage, now: number): Next {
    this.#heardAt = now;
    if (message.event === "reset") return { kind: "snapshot", reason: restartOf(message.code) ?? "reset_required" };
    // A message of a later version is none of ours.
    if (message.event !== "frame" && message.event !== "heartbeat") return { kind: "follow" };
    if (message.daemon_epoch !== this.#point.epoch) return { kind: "snapshot", reason: "epoch_mismatch" };
    if (message.event === "frame") return this.#apply(message);
    this.#interval = message.interval_seconds * 1000;
    // The server says how far this reader is. Where we have never been, there is something that we were not told.
    return this.#wasApplied(message.cursor) ? { kind: "follow" } : { kind: "snapshot", reason: "gap" };
  }

  /** The stream ended, or broke, or nothing could be reached. */
  ended(): Next {
    return { kind: "reconnect", cursor: this.#point.cursor };
  }

  /** Looks whether the stream has been silent for too long. */
  silent(now: number): Next {
    return now >= this.due ? this.ended() : { kind: "follow" };
  }

  /** The stream was refused with a status and a code; an unknown code is shown and never taken for something else (spec 7). */
  refused(status: number, code: string): Next {
    const reason = restartOf(code);
    if (reason !== undefined) return { kind: "snapshot", reason };
    return status === 429 || status >= 500 ? this.ended() : { kind: "fail", status, code };
  }

  #apply({ records, cursor }: SyncFrame): Next {
    const fresh = this.#freshOf(records);
    if (fresh === undefined || records.at(-1)?.cursor !== cursor) return { kind: "snapshot", reason: "gap" };
    let { state } = this.#point;
    for (const record of fresh) {
      if (leavesGap(state, record)) return { kind: "snapshot", reason: "gap" };
      state = fold(state, record);
    }
    for (const record of fresh) this.#remember(record.cursor);
    this.#fresh.push(...fresh);
    if (fresh.length > 0) this.#point = { ...this.#point, cursor, state };
    return { kind: "follow" };
  }

  /** The records that were not applied yet. Those that are brought again come first, and lead to where we are; else there is a gap. */
  #freshOf(records: readonly SyncRecordV1[]): readonly SyncRecordV1[] | undefined {
    const first = records.findIndex((record) => !this.#wasApplied(record.cursor));
    if (first === -1) return [];
    const fresh = records.slice(first);
    const isInOrder = first === 0 || records[first - 1]?.cursor === this.#point.cursor;
    return isInOrder && fresh.every((record) => !this.#wasApplied(record.cursor)) ? fresh : undefined;
  }

  #wasApplied(cursor: string): boolean {
    return this.#applied.has(cursor) || this.#appliedBefore.has(cursor);
  }

  #remember(cursor: string): void {
    if (this.#applied.size === limits.ringRecords) {
      this.#appliedBefore = this.#applied;
      this.#applied = new Set();
    }
    this.#applied.add(cursor);
  }
}

/** Whether something is missing before a record, as far as records tell. */
function leavesGap(state: SessionState, record: SyncRecordV1): boolean {
  if (record.kind === "item_finished") return record.item.index > state.historyTotalItems;
  if (record.kind !== "item_delta") return false;
  const item = state.openItems.find((open) => open.item_id === record.item_id);
  return item === undefined || record.offset > item.text.length;
}
