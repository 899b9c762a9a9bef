/**
 * The time of one call (spec 2.10): it begins anew with each sign of progress, for a bounded time, and stands still while a person is asked. Without
 * a limit, only the signal of the turn ends the call.
 */
import { limits } from "../../../generated/protocol/tables.js";
import { type Clock, LONGEST_TIMER } from "../../machine/interfaces/clock.js";

/** The longest time that a timer takes, in seconds. */
const LONGEST = Math.floor(LONGEST_TIMER / 1000);

export class CallTime {
  /** Aborts when the time is over, or with the turn. */
  readonly signal: AbortSignal;
  readonly #clock: Clock;
  readonly #ms: number | undefined;
  readonly #over = new AbortController();
  /** Until then progress counts. */
  #patience: number;
  #forget: () => void = () => {};
  #holds = 0;
  #heldSince = 0;
  #isEnded = false;

  constructor(clock: Clock, seconds: number | undefined, turn: AbortSignal) {
    this.#clock = clock;
    this.#ms = seconds === undefined || seconds > LONGEST ? undefined : seconds * 1000;
    this.#patience = clock.monotonic() + limits.mcpProgress;
    this.signal = AbortSignal.any([turn, this.#over.signal]);
    this.#begin();
  }

  /** The server says that it works. */
  progress(): void {
    if (this.#clock.monotonic() < this.#patience) this.#begin();
  }

  /** Stands still until the function that it returns is called. */
  hold(): () => void {
    if (this.#holds === 0) this.#heldSince = this.#clock.monotonic();
    this.#holds += 1;
    this.#forget();
    return () => {
      this.#holds -= 1;
      if (this.#holds > 0) return;
      this.#patience += this.#clock.monotonic() - this.#heldSince;
      this.#begin();
    };
  }

  end(): void {
    this.#isEnded = true;
    this.#forget();
  }

  #begin(): void {
    this.#forget();
    if (this.#ms === undefined || this.#holds > 0 || this.#isEnded) return;
    this.#forget = this.#clock.after(this.#ms, () => this.#over.abort());
  }
}
