/** One request over the network, from its start to its end: who cancels it, and for how long it may be silent. */
import type { Clock } from "../../ports/clock.js";

/** To be closed once, whatever happens. */
export class Attempt {
  readonly #clock: Clock;
  readonly #idle: number;
  readonly #cancelled: AbortSignal;
  readonly #end = new AbortController();
  readonly #abort = (): void => this.#end.abort();
  #takeBack: (() => void) | undefined;
  #isStalled = false;
  /** Status of the answer, once there is one. */
  status: number | undefined;
  /** What the provider calls the request, once it says. */
  requestId: string | undefined;

  /** `idle`: milliseconds that the provider may be silent. */
  constructor(clock: Clock, idle: number, cancelled: AbortSignal) {
    this.#clock = clock;
    this.#idle = idle;
    this.#cancelled = cancelled;
    cancelled.addEventListener("abort", this.#abort);
  }

  /** Aborts when it is cancelled, stalled or closed. */
  get signal(): AbortSignal {
    return this.#end.signal;
  }

  get isStalled(): boolean {
    return this.#isStalled;
  }

  /** From now on the provider has to do something, within so many milliseconds; what is slow here does not count against it. */
  wait(most = this.#idle): void {
    this.rest();
    this.#takeBack = this.#clock.after(Math.min(most, this.#idle), () => {
      this.#isStalled = true;
      this.#end.abort();
    });
  }

  rest(): void {
    this.#takeBack?.();
    this.#takeBack = undefined;
  }

  close(): void {
    this.rest();
    this.#cancelled.removeEventListener("abort", this.#abort);
    this.#end.abort();
  }
}
