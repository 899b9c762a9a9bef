/**
 * One epoch of a session. A record gets its cursor, is folded and is stored for replay in one step, so that every snapshot matches its
 * cursor.
 */
import { limits } from "../../../generated/protocol/tables.js";
import type { SyncRecordV1, SyncSnapshot } from "../../../generated/protocol/types.js";
import { type TokenCodec, tagOf } from "../protocol/token.js";
import { type CursorSource, cursorIssuer } from "./cursor.js";
import { StreamMessages } from "./message.js";
import { Ring, type RingLimits } from "./ring.js";
import { firstState, fold, type Recovered, type SessionState } from "./session.js";
import { type SnapshotSource, syncSnapshotOf } from "./snapshot.js";

/** A record without the fields that the stream adds. */
export type RecordBody<Each = SyncRecordV1> = Each extends SyncRecordV1
  ? Omit<Each, "version" | "daemon_epoch" | "cursor" | "at">
  : never;

/** The limits of a daemon (P-S16). */
const DAEMON_LIMITS: RingLimits = {
  records: limits.ringRecords,
  bytes: limits.ringBytes,
  recordBytes: limits.recordBytes,
  frameRecords: limits.frameRecords,
  frameBytes: limits.frameBytes,
};

export class SessionStream {
  readonly ring: Ring;
  readonly messages: StreamMessages;
  /** The source for validating cursors of this stream. */
  readonly cursors: CursorSource;
  readonly #epoch: string;
  readonly #cursorAt: (position: number) => string;
  #state: SessionState;
  #lastAt: string | undefined;

  constructor(codec: TokenCodec, sessionId: string, epoch: string, recovered: Recovered, ringLimits = DAEMON_LIMITS) {
    const issued = { codec, kind: "sync_cursor", stream: tagOf(sessionId), epoch: tagOf(epoch) } as const;
    const cursorAt = cursorIssuer(issued);
    const messages = new StreamMessages({
      epoch: ["daemon_epoch", epoch],
      heartbeat: limits.syncHeartbeat,
      cursorAt,
    });
    this.messages = messages;
    this.ring = new Ring(ringLimits, (encoding, position, caughtUp) => messages.frame(encoding, position, caughtUp));
    this.cursors = { ...issued, ring: this.ring };
    this.#epoch = epoch;
    this.#cursorAt = cursorAt;
    this.#state = firstState(recovered);
  }

  /** The fold of all records. */
  get state(): SessionState {
    return this.#state;
  }

  /** The cursor of the last record; it changes with every record. */
  get cursor(): string {
    return this.#cursorAt(this.ring.head);
  }

  /** The time of the last record; undefined before the first. */
  get lastAt(): string | undefined {
    return this.#lastAt;
  }

  /**
   * Publishes a record. `at` is its time, `now` the start of its age. Throws a `RangeError`, and publishes nothing, for one that is too
   * long.
   */
  publish(body: RecordBody, at: string, now: number): SyncRecordV1 {
    const { kind, ...rest } = body;
    const about = { version: 1, kind, daemon_epoch: this.#epoch, cursor: this.#cursorAt(this.ring.head + 1), at };
    // The compiler does not see that the fields are of one kind.
    const record = { ...about, ...rest } as SyncRecordV1;
    // Small buffers share a pool with their neighbours, which are dropped at about the same time.
    this.ring.append(Buffer.from(JSON.stringify(record)), now);
    this.#state = fold(this.#state, record);
    this.#lastAt = at;
    return record;
  }

  /** A snapshot of the state, with the cursor of the last record. */
  snapshot(source: Omit<SnapshotSource, "epoch" | "cursor">): SyncSnapshot {
    return syncSnapshotOf(this.#state, { ...source, epoch: this.#epoch, cursor: this.cursor });
  }
}
