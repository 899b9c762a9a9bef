/** Ends silent requests: a connection can stay open after the other side has disconnected. */
import type { Clock } from "../../machine/interfaces/clock.js";
import { type Server, SILENT, Unreachable } from "./errors.js";

export class Silence {
  /** Aborts with the signal of the caller, or with `Unreachable`. */
  readonly signal: AbortSignal;
  readonly #clock: Clock;
  readonly #server: Server;
  readonly #own = new AbortController();
  #forget = (): void => {};

  constructor(clock: Clock, server: Server, caller: AbortSignal | undefined) {
    this.#clock = clock;
    this.#server = server;
    this.signal = caller === undefined ? this.#own.signal : AbortSignal.any([caller, this.#own.signal]);
  }

  /** Sets the limit for the next sign of life. */
  listen(ms: number): void {
    this.end();
    this.#forget = this.#clock.after(ms, () => this.#own.abort(new Unreachable(SILENT, this.#server)));
  }

  /** Removes the limit. */
  end(): void {
    this.#forget();
    this.#forget = () => {};
  }
}
