/**
 * The end of an idle daemon (P-S87): for a given time no turn ran, no input waited, no stream was open and no request under way. Only requests
 * with the token count. `GET /sync/summary` does not count: those who watch many sessions ask for it.
 */
import { daemonRoutes } from "../../generated/protocol/tables.js";
import type { OwnerGate } from "../http/gate.js";
import type { Clock } from "../ports/clock.js";
import type { Answering, Exchange } from "../ports/listen.js";
import type { Log } from "../ports/log.js";
import type { Turns } from "../run/turn/turns.js";
import { splitTarget } from "../wire/protocol/router.js";
import type { Daemon } from "./daemon.js";
import type { LiveSession } from "./session.js";

interface IdleParts {
  readonly daemon: Pick<Daemon, "stop" | "stopped">;
  readonly session: LiveSession;
  readonly turns: Pick<Turns, "isRunning">;
  readonly gate: OwnerGate;
  readonly clock: Clock;
  readonly log: Log;
  /** Milliseconds; undefined for never. */
  readonly timeout: number | undefined;
}

/** Longest delay that a timer of Node.js takes, in milliseconds. */
const LONGEST_TIMER = 2 ** 31 - 1;

export class IdleEnd {
  readonly #parts: IdleParts;
  /** The last moment that was not idle. */
  #since = 0;
  /** Requests and streams under way. */
  #open = 0;
  #forget: () => void = () => {};

  constructor(parts: IdleParts) {
    this.#parts = parts;
  }

  /** The same answers; their requests and streams are counted. */
  counting(answering: Answering): Answering {
    if (this.#parts.timeout === undefined) return answering;
    return {
      answer: (exchange) => {
        if (this.#counts(exchange)) this.#begin(exchange);
        answering.answer(exchange);
      },
      unreadable: answering.unreadable,
    };
  }

  /** The time begins. */
  start(): void {
    const { daemon, session, timeout } = this.#parts;
    if (timeout === undefined) return;
    this.#touch();
    session.onRecord(() => this.#touch());
    this.#wait(timeout);
    void daemon.stopped.then(() => this.#forget());
  }

  #touch(): void {
    this.#since = this.#parts.clock.monotonic();
  }

  #counts({ headers, target }: Exchange): boolean {
    return splitTarget(target).path !== daemonRoutes.syncSummary.path && "caller" in this.#parts.gate(headers);
  }

  #begin(exchange: Exchange): void {
    this.#open += 1;
    exchange.onClose(() => {
      this.#open -= 1;
      this.#touch();
    });
  }

  #wait(ms: number): void {
    this.#forget = this.#parts.clock.after(Math.min(ms, LONGEST_TIMER), () => this.#look());
  }

  /** Only the timer looks; whatever happens in between moves the moment from which the time counts. */
  #look(): void {
    const { daemon, session, turns, clock, log, timeout = Number.POSITIVE_INFINITY } = this.#parts;
    if (this.#open > 0 || turns.isRunning || session.stream.state.queue.items.length > 0) this.#touch();
    const rest = this.#since + timeout - clock.monotonic();
    if (rest > 0) {
      this.#wait(rest);
      return;
    }
    log.say("info", "idle for the time of `--idle-timeout`, and therefore stopping", { seconds: timeout / 1000 });
    void daemon.stop("idle");
  }
}
