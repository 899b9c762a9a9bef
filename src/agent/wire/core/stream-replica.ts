/**
 * A client's place in a stream: it takes the records in order, and decides the next step when the stream ends (spec 1 steps 3, 6 and 8;
 * spec 2.1). It stores the cursor of the last record, the only one to continue from. Cursors are opaque: only their equality matters.
 */

/** Epoch, cursor and the tally that shows missing records. They are one value: saved separately, records between them could be lost. */
export interface StreamPoint<Tally> {
  readonly epoch: string;
  readonly cursor: string;
  readonly tally: Tally;
}

/** A new record, and the tally after it. */
export interface FreshRecord<Of, Tally> {
  readonly record: Of;
  readonly tally: Tally;
}

/** Why the cursor is no longer usable: a code of the protocol, or `gap` if the stream has omitted records. */
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

/** Codes that require a new snapshot (spec 7). */
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

interface Frame<Of> {
  readonly event: "frame";
  readonly cursor: string;
  readonly records: readonly Of[];
}

/** The messages of every stream (P-S11, P-S73). */
export type StreamMessage<Of> =
  | Frame<Of>
  | { readonly event: "heartbeat"; readonly cursor: string; readonly interval_seconds: number }
  | { readonly event: "reset"; readonly code: string };

/** The parts that differ between streams. */
export interface Stream<Message, Of, Tally> {
  /** Milliseconds between heartbeats, until a heartbeat gives the interval. */
  readonly heartbeat: number;
  readonly epochOf: (message: Exclude<Message, { readonly event: "reset" }>) => string;
  /** The tally after one more record; undefined if records before it are missing. */
  readonly tallied: (tally: Tally, record: Of) => Tally | undefined;
}

export class StreamReplica<Message extends StreamMessage<Of>, Of extends { readonly cursor: string }, Tally> {
  readonly #stream: Stream<Message, Of, Tally>;
  #point: StreamPoint<Tally>;
  /** Received records for the next `take`. */
  #fresh: readonly FreshRecord<Of, Tally>[] = [];
  #interval: number;
  #heardAt: number;

  constructor(stream: Stream<Message, Of, Tally>, point: StreamPoint<Tally>, now: number) {
    this.#stream = stream;
    this.#point = point;
    this.#interval = stream.heartbeat;
    this.#heardAt = now;
  }

  /** The tally, and the cursor of the last record that was received. */
  get point(): StreamPoint<Tally> {
    return this.#point;
  }

  /** The moment when a silent stream counts as broken: three heartbeats are missing then. */
  get due(): number {
    return this.#heardAt + this.#interval * MISSED_HEARTBEATS;
  }

  /** The records of the last message: each once, in order. */
  take(): readonly FreshRecord<Of, Tally>[] {
    const fresh = this.#fresh;
    this.#fresh = [];
    return fresh;
  }

  /** Marks the beginning of a wait for the next message; silence counts from now. */
  waits(now: number): void {
    this.#heardAt = now;
  }

  /** Takes a message of the stream. The records of a frame count all or not at all. */
  receive(message: Message, now: number): Next {
    this.#heardAt = now;
    if (message.event === "reset") return { kind: "snapshot", reason: restartOf(message.code) ?? "reset_required" };
    // A message of a later version is ignored.
    if (message.event !== "frame" && message.event !== "heartbeat") return { kind: "follow" };
    const epoch = this.#stream.epochOf(message as Exclude<Message, { readonly event: "reset" }>);
    if (epoch !== this.#point.epoch) return { kind: "snapshot", reason: "epoch_mismatch" };
    if (message.event === "frame") return this.#queue(message);
    this.#interval = message.interval_seconds * 1000;
    // A heartbeat holds the cursor of this reader; the first one comes before the first record. Another cursor means that records are
    // missing.
    return message.cursor === this.#point.cursor ? { kind: "follow" } : GAP;
  }

  /** The next step after the stream has ended or broken, or could not begin. */
  ended(): Next {
    return { kind: "reconnect", cursor: this.#point.cursor };
  }

  /** The next step of a stream by its silence up to now. */
  silent(now: number): Next {
    return now >= this.due ? this.ended() : { kind: "follow" };
  }

  /** The next step after a refusal of the stream. An unknown code is shown unchanged (spec 7). */
  refused(status: number, code: string): Next {
    const reason = restartOf(code);
    if (reason !== undefined) return { kind: "snapshot", reason };
    return status === 429 || status >= 500 ? this.ended() : { kind: "fail", status, code };
  }

  #queue({ records, cursor }: Frame<Of>): Next {
    if (records.at(-1)?.cursor !== cursor) return GAP;
    // Records up to the current cursor are repetitions.
    const again = records.findLastIndex((record) => record.cursor === this.#point.cursor);
    const fresh: FreshRecord<Of, Tally>[] = [];
    let { tally } = this.#point;
    for (const record of again === -1 ? records : records.slice(again + 1)) {
      const next = this.#stream.tallied(tally, record);
      if (next === undefined) return GAP;
      tally = next;
      fresh.push({ record, tally });
    }
    this.#fresh = fresh;
    if (fresh.length > 0) this.#point = { epoch: this.#point.epoch, cursor, tally };
    return { kind: "follow" };
  }
}

const GAP: Next = { kind: "snapshot", reason: "gap" };
