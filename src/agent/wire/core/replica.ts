/**
 * A client's copy of a session: it begins with a snapshot, applies the records of the stream in order, and decides what to do when the stream
 * ends (spec 1 steps 5, 6 and 8; spec 2.1). It keeps the cursor of the last applied record, the only one to continue from. Cursors are opaque:
 * they are compared for equality alone.
 */
import { limits } from "../../../generated/protocol/tables.js";
import type { SyncFrame, SyncMessage, SyncRecordV1, SyncSnapshot } from "../../../generated/protocol/types.js";
import { fold, type SessionState } from "./session.js";
import { stateOf } from "./snapshot.js";

/** State and cursor, to continue from later. They are one value: saved apart, records between them could be lost. */
export interface SyncPoint {
  readonly epoch: string;
  readonly cursor: string;
  readonly state: SessionState;
}

/** Why the cursor is of no use any longer: a code of the protocol, or `gap` when the stream has left records out. */
type Lost = (typeof RESTARTS)[number] | "gap";

/** The next step of a client. */
export type Next =
  /** Go on reading. */
  | { readonly kind: "follow" }
  /** Connect again, after this cursor. */
  | { readonly kind: "reconnect"; readonly cursor: string }
  /** Discard the cursor and begin anew with a snapshot. */
  | { readonly kind: "snapshot"; readonly reason: Lost }
  /** Tell the user: no further attempt mends this. */
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
  /** Cursors of applied records, at least as many as a server can send again. */
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

  /** The state, and the cursor of its last record. */
  get point(): SyncPoint {
    return this.#point;
  }

  /** The moment when a silent stream counts as broken: three heartbeats are missing then. */
  get due(): number {
    return this.#heardAt + this.#interval * MISSED_HEARTBEATS;
  }

  /** Records that were applied since the last call, or since the beginning: each once, in order. */
  takeApplied(): readonly SyncRecordV1[] {
    const fresh = this.#fresh;
    this.#fresh = [];
    return fresh;
  }

  /** Takes the beginning of a stream; silence counts from now. */
  connected(now: number): void {
    this.#heardAt = now;
  }

  /** Takes a message of the stream. The records of a frame are applied all or not at all. */
  receive(message: SyncMessage, now: number): Next {
    this.#heardAt = now;
    if (message.event === "reset") return { kind: "snapshot", reason: restartOf(message.code) ?? "reset_required" };
    // A message of a later version is ignored.
    if (message.event !== "frame" && message.event !== "heartbeat") return { kind: "follow" };
    if (message.daemon_epoch !== this.#point.epoch) return { kind: "snapshot", reason: "epoch_mismatch" };
    if (message.event === "frame") return this.#apply(message);
    this.#interval = message.interval_seconds * 1000;
    // A heartbeat holds the cursor of this reader. An unknown one means that records are missing.
    return this.#wasApplied(message.cursor) ? { kind: "follow" } : { kind: "snapshot", reason: "gap" };
  }

  /** The next step after the stream has ended or broken, or could not begin. */
  ended(): Next {
    return { kind: "reconnect", cursor: this.#point.cursor };
  }

  /** The next step of a stream by its silence up to now. */
  silent(now: number): Next {
    return now >= this.due ? this.ended() : { kind: "follow" };
  }

  /** The next step after a refusal of the stream. An unknown code is shown as it is (spec 7). */
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

  /** The records that were not applied yet; undefined for a gap. Repeated records come first, and end at the current cursor. */
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

/** Whether a record shows by itself that records before it are missing. */
function leavesGap(state: SessionState, record: SyncRecordV1): boolean {
  if (record.kind === "item_finished") return record.item.index > state.historyTotalItems;
  if (record.kind !== "item_delta") return false;
  const item = state.openItems.find((open) => open.item_id === record.item_id);
  return item === undefined || record.offset > item.text.length;
}
