/**
 * A session as changes in order, over breaks of the connection and other runs of its daemon (spec 1, steps 5 to 8): the items that were not
 * applied yet, the snapshot after them, then records. The replica decides about the next step after a break (`core/replica.ts`); this file carries it out.
 */
import type { SyncSnapshot } from "../../../generated/protocol/types.js";
import { pointOf, Replica } from "../core/replica.js";
import { ClientError, DaemonError, DamagedMessage, NotRunning, Unreachable } from "./errors.js";
import { heard } from "./heard.js";
import { pagesOf } from "./history.js";
import { isPortRefused, mayPass, Patience, type Timing } from "./patience.js";
import { type Point, syncPointOf } from "./point.js";
import { changeOf, Step } from "./step.js";
import type { Opaque } from "./tokens.js";
import type { Wire } from "./wire.js";

export interface Following {
  /** Where to go on; without it from the beginning of history, or from now. */
  readonly point?: Point | undefined;
  readonly from?: "beginning" | "now" | undefined;
  /** Milliseconds in a row that the daemon may be away. */
  readonly patience: number;
  readonly signal: AbortSignal;
  /** Takes each snapshot. */
  readonly heard: (snapshot: Opaque<SyncSnapshot>) => void;
}

/** Steps of one message or page together. Ends when the session stops. Rejects with a `ClientError`, or with the reason of the signal. */
export function changesOf(
  wire: Wire,
  timing: Timing,
  following: Following,
): AsyncGenerator<readonly Step[], void, undefined> {
  return new Follower(wire, timing, following).steps();
}

class Follower {
  readonly #wire: Wire;
  readonly #clock: Timing["clock"];
  readonly #patience: Patience;
  readonly #following: Following;
  #point: Point | undefined;
  /** Undefined while a snapshot is needed. */
  #replica: Replica | undefined;
  /** Whether the daemon has answered yet. */
  #hasBegun = false;
  #isStopping = false;
  /** Refusals of the token in a row. */
  #unauthorized = 0;

  constructor(wire: Wire, timing: Timing, following: Following) {
    this.#wire = wire;
    this.#clock = timing.clock;
    this.#patience = new Patience(timing);
    this.#following = following;
    this.#point = following.point;
    const sync = this.#point && syncPointOf(this.#point);
    this.#replica = sync && new Replica(sync, this.#clock.monotonic());
  }

  async *steps(): AsyncGenerator<readonly Step[], void, undefined> {
    const { signal, patience } = this.#following;
    for (;;) {
      const failure = yield* this.#connection();
      signal.throwIfAborted();
      if (this.#isStopping) return;
      if (failure !== undefined && (this.#isGone(failure) || this.#patience.waited >= patience)) throw failure;
      await this.#patience.pause(failure, signal);
      signal.throwIfAborted();
    }
  }

  /** The steps of one connection; returns why it ended, undefined when the daemon asks for a new snapshot. Throws what no other try mends. */
  async *#connection(): AsyncGenerator<readonly Step[], ClientError | undefined, undefined> {
    try {
      this.#replica ??= yield* this.#beginning();
      yield* this.#records(this.#replica);
      return this.#replica && new Unreachable("ENDED");
    } catch (error) {
      if (this.#following.signal.aborted || !(error instanceof ClientError)) throw error;
      const isExpired = error.code === "checkpoint_expired";
      const next = error instanceof DaemonError ? this.#replica?.refused(error.status, error.code) : undefined;
      const isLost = isExpired || next?.kind === "snapshot" || error instanceof DamagedMessage;
      if (isLost) this.#replica = undefined;
      else if (!mayPass(error) && !this.#isStaleToken(error)) throw error;
      return isLost && !(error instanceof DamagedMessage) ? undefined : error;
    }
  }

  /** The items that were not applied yet, and the snapshot that comes after them. */
  async *#beginning(): AsyncGenerator<readonly Step[], Replica, undefined> {
    const { from, signal, heard: tell } = this.#following;
    const snapshot = await this.#wire.call("sync", { signal });
    tell(snapshot);
    this.#succeeded();
    const { session, history_total_items: total, history_checkpoint: checkpoint } = snapshot;
    if (this.#point !== undefined && this.#point.session_id !== session.session_id)
      throw new ClientError("point_of_another_session", "the kept point belongs to another session");
    const sessionId = session.session_id;
    let applied = this.#point?.items ?? (from === "now" ? total : 0);
    if (applied < total)
      for await (const items of pagesOf(this.#wire, { checkpoint, signal })) {
        const steps = items
          .filter(({ index }) => index >= applied)
          .map((item) => new Step({ kind: "item", item }, { sessionId }, { items: item.index + 1, open: [] }));
        yield steps;
        applied = (items.at(-1)?.index ?? -1) + 1;
        this.#point = steps.at(-1)?.point ?? this.#point;
      }
    const point = pointOf(snapshot);
    const step = new Step({ kind: "snapshot", snapshot }, { sessionId, epoch: point.epoch }, point.tally, point.cursor);
    yield [step];
    this.#point = step.point;
    return new Replica(point, this.#clock.monotonic());
  }

  /** The records of the stream, until it ends or the replica needs a snapshot. */
  async *#records(replica: Replica): AsyncGenerator<readonly Step[], void, undefined> {
    const where = { sessionId: this.#point?.session_id ?? "", epoch: replica.point.epoch };
    for await (const messages of heard(this.#wire, replica, this.#clock, this.#following.signal)) {
      this.#succeeded();
      const now = this.#clock.monotonic();
      const steps: Step[] = [];
      let isLost = false;
      for (const message of messages) {
        isLost = replica.receive(message, now).kind === "snapshot";
        if (isLost) break;
        for (const { record, tally } of replica.take()) {
          this.#isStopping ||= record.kind === "session_stopping";
          steps.push(new Step(changeOf(record), where, tally, record.cursor));
        }
      }
      yield steps;
      this.#point = steps.at(-1)?.point ?? this.#point;
      if (!isLost) continue;
      this.#replica = undefined;
      return;
    }
  }

  #succeeded(): void {
    this.#patience.succeeded();
    this.#hasBegun = true;
    this.#unauthorized = 0;
  }

  /** A daemon that is continued has another token: the folder is looked at once more. */
  #isStaleToken(error: ClientError): boolean {
    if (!(error instanceof DaemonError) || error.status !== 401) return false;
    this.#unauthorized += 1;
    return this.#wire.place.sessionDirectory !== undefined && this.#unauthorized === 1;
  }

  /** Whether no daemon can be waited for: none ran at the beginning, or the one of a fixed address has ended. */
  #isGone(error: ClientError): boolean {
    if (error instanceof NotRunning) return !this.#hasBegun;
    return isPortRefused(error);
  }
}
