/**
 * A server's stream as steps in order, over broken connections (spec 1, steps 3, 6 and 8): first the steps up to a place in it, then its
 * records. The replica decides the next step after a break (`core/stream-replica.ts`); this file executes it, for daemons and for hubs.
 */
import type { FreshRecord, StreamMessage, StreamReplica } from "../core/stream-replica.js";
import { ClientError, DaemonError, DamagedMessage, NotRunning, type Server, Unreachable } from "./errors.js";
import { isPortRefused, mayPass, Patience, type Timing } from "./patience.js";
import { Silence } from "./silence.js";

interface Kinds {
  readonly message: StreamMessage<this["record"]>;
  readonly record: { readonly cursor: string };
  readonly tally: unknown;
  readonly step: unknown;
}

type ReplicaOf<Of extends Kinds> = StreamReplica<Of["message"], Of["record"], Of["tally"]>;

/** The parts that differ between daemons and hubs. */
export interface Course<Of extends Kinds> {
  readonly server: Server;
  /** The saved place; undefined if the beginning must be read first. */
  readonly replica: ReplicaOf<Of> | undefined;
  /** Codes of a server that has dropped the source of `beginning`. */
  readonly expired: readonly string[];
  /** Whether a refused token may be outdated. */
  readonly isMovable: boolean;
  /** Whether no records follow. */
  readonly isOver: boolean;
  /** The steps up to a place, and that place. Calls `answered` at each sign of life. */
  beginning(answered: () => void): AsyncGenerator<readonly Of["step"][], ReplicaOf<Of>, undefined>;
  /** The messages of one connection; those of one chunk together. */
  messages(replica: ReplicaOf<Of>, signal: AbortSignal): AsyncIterable<readonly Of["message"][]>;
  stepOf(fresh: FreshRecord<Of["record"], Of["tally"]>, epoch: string): Of["step"];
  /** Takes the last applied step. */
  applied(step: Of["step"]): void;
}

interface Following {
  /** Milliseconds in a row that the server may be unreachable. */
  readonly patience: number;
  readonly signal: AbortSignal;
}

/** Steps of one message or page together, until the course ends. Rejects with a `ClientError`, or with the reason of the signal. */
export function stepsOf<Of extends Kinds>(
  course: Course<Of>,
  timing: Timing,
  following: Following,
): AsyncGenerator<readonly Of["step"][], void, undefined> {
  return new Follower(course, timing, following).steps();
}

class Follower<Of extends Kinds> {
  readonly #course: Course<Of>;
  readonly #clock: Timing["clock"];
  readonly #patience: Patience;
  readonly #following: Following;
  /** Undefined while a beginning is needed. */
  #replica: ReplicaOf<Of> | undefined;
  /** Whether the server has answered yet. */
  #hasBegun = false;
  /** Refusals of the token in a row. */
  #unauthorized = 0;

  constructor(course: Course<Of>, timing: Timing, following: Following) {
    this.#course = course;
    this.#clock = timing.clock;
    this.#patience = new Patience(timing);
    this.#following = following;
    this.#replica = course.replica;
  }

  async *steps(): AsyncGenerator<readonly Of["step"][], void, undefined> {
    const { signal, patience } = this.#following;
    for (;;) {
      const failure = yield* this.#connection();
      signal.throwIfAborted();
      if (this.#course.isOver) return;
      if (failure !== undefined && (this.#isGone(failure) || this.#patience.waited >= patience)) throw failure;
      await this.#patience.pause(failure, signal);
      signal.throwIfAborted();
    }
  }

  /**
   * The steps of one connection; returns the reason of its end, or undefined if the server asks for a new beginning. Throws errors that no
   * retry mends.
   */
  async *#connection(): AsyncGenerator<readonly Of["step"][], ClientError | undefined, undefined> {
    try {
      this.#replica ??= yield* this.#course.beginning(() => this.#succeeded());
      yield* this.#records(this.#replica);
      return this.#replica && new Unreachable("ENDED", this.#course.server);
    } catch (error) {
      if (this.#following.signal.aborted || !(error instanceof ClientError)) throw error;
      const isExpired = this.#course.expired.includes(error.code);
      const next = error instanceof DaemonError ? this.#replica?.refused(error.status, error.code) : undefined;
      const isLost = isExpired || next?.kind === "snapshot" || error instanceof DamagedMessage;
      if (isLost) this.#replica = undefined;
      else if (!mayPass(error) && !this.#isStaleToken(error)) throw error;
      return isLost && !(error instanceof DamagedMessage) ? undefined : error;
    }
  }

  /** The records of the stream, until it ends or the replica needs a beginning. */
  async *#records(replica: ReplicaOf<Of>): AsyncGenerator<readonly Of["step"][], void, undefined> {
    for await (const messages of this.#messages(replica)) {
      this.#succeeded();
      const now = this.#clock.monotonic();
      const steps: Of["step"][] = [];
      let isLost = false;
      for (const message of messages) {
        isLost = replica.receive(message, now).kind === "snapshot";
        if (isLost) break;
        for (const fresh of replica.take()) steps.push(this.#course.stepOf(fresh, replica.point.epoch));
      }
      yield steps;
      if (steps.length > 0) this.#course.applied(steps.at(-1));
      if (!isLost) continue;
      this.#replica = undefined;
      return;
    }
  }

  /** Three missed heartbeats end it with `Unreachable` (C279). The time that the caller takes for messages does not count. */
  async *#messages(replica: ReplicaOf<Of>): AsyncGenerator<readonly Of["message"][], void, undefined> {
    const clock = this.#clock;
    const silence = new Silence(clock, this.#course.server, this.#following.signal);
    const listen = (): void => {
      replica.waits(clock.monotonic());
      silence.listen(replica.due - clock.monotonic());
    };
    listen();
    try {
      for await (const messages of this.#course.messages(replica, silence.signal)) {
        silence.end();
        yield messages;
        listen();
      }
    } finally {
      silence.end();
    }
  }

  #succeeded(): void {
    this.#patience.succeeded();
    this.#hasBegun = true;
    this.#unauthorized = 0;
  }

  /** A continued daemon has another token: the folder is read once more. */
  #isStaleToken(error: ClientError): boolean {
    if (!(error instanceof DaemonError) || error.status !== 401) return false;
    this.#unauthorized += 1;
    return this.#course.isMovable && this.#unauthorized === 1;
  }

  /** Whether waiting is useless: no server ran at the beginning, or the daemon of a fixed address has ended. */
  #isGone(error: ClientError): boolean {
    if (error instanceof NotRunning) return !this.#hasBegun;
    return isPortRefused(error);
  }
}
