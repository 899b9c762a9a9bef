/**
 * The end of an idle daemon (P-S87): for a given time no turn ran, no input waited, no stream was open and no request under way. Only requests
 * with the token count. `GET /sync/summary` does not count: those who watch many sessions ask for it.
 */
import { daemonRoutes } from "../../../generated/protocol/tables.js";
import { LONGEST_TIMER } from "../../machine/interfaces/clock.js";
import type { Answering, Exchange } from "../../machine/interfaces/listen.js";
import { splitTarget } from "../../wire/protocol/router.js";
import type { OwnerGate } from "../../wire/server/gate.js";
import type { Daemon } from "./daemon.js";
import type { Session } from "./session.js";

export class IdleEnd {
  readonly #session: Session;
  readonly #daemon: Daemon;
  readonly #gate: OwnerGate;
  /** The last moment that was not idle. */
  #since = 0;
  /** Requests and streams under way. */
  #open = 0;
  #forget: () => void = () => {};

  constructor(session: Session, daemon: Daemon, gate: OwnerGate) {
    [this.#session, this.#daemon, this.#gate] = [session, daemon, gate];
  }

  /** Milliseconds; undefined for never. */
  get #timeout(): number | undefined {
    return this.#session.options.idleTimeout;
  }

  /** The same answers; their requests and streams are counted. */
  counting(answering: Answering): Answering {
    if (this.#timeout === undefined) return answering;
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
    if (this.#timeout === undefined) return;
    this.#touch();
    this.#session.journal.onRecord(() => this.#touch());
    this.#wait(this.#timeout);
    void this.#daemon.stopped.then(() => this.#forget());
  }

  #touch(): void {
    this.#since = this.#session.clock.monotonic();
  }

  #counts({ headers, target }: Exchange): boolean {
    return splitTarget(target).path !== daemonRoutes.syncSummary.path && "caller" in this.#gate(headers);
  }

  #begin(exchange: Exchange): void {
    this.#open += 1;
    exchange.onClose(() => {
      this.#open -= 1;
      this.#touch();
    });
  }

  #wait(ms: number): void {
    this.#forget = this.#session.clock.after(Math.min(ms, LONGEST_TIMER), () => this.#look());
  }

  /** Only the timer looks; whatever happens in between moves the moment from which the time counts. */
  #look(): void {
    const { journal, turns, clock, host } = this.#session;
    const timeout = this.#timeout ?? Number.POSITIVE_INFINITY;
    if (this.#open > 0 || turns.isRunning || turns.isCompacting || journal.stream.state.queue.items.length > 0)
      this.#touch();
    const rest = this.#since + timeout - clock.monotonic();
    if (rest > 0) {
      this.#wait(rest);
      return;
    }
    host.log.say("info", "idle for the time of `--idle-timeout`, and therefore stopping", { seconds: timeout / 1000 });
    void this.#daemon.stop("idle");
  }
}
