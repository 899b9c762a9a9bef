/** One request over the network, from its start to its end: its cancellation, and the limit of its silence. */
import type { Clock } from "../../machine/interfaces/clock.js";

/** Its user must call `close` once. */
export class Attempt {
  readonly #clock: Clock;
  readonly #idle: number;
  readonly #cancelled: AbortSignal;
  readonly #end = new AbortController();
  readonly #abort = (): void => this.#end.abort();
  #takeBack: (() => void) | undefined;
  #isStalled = false;
  /** Whether the answer is whole, so that its connection can be used again. */
  isWhole = false;
  /** Status of the answer, once there is one. */
  status: number | undefined;
  /** The provider's name of the request, once its headers are there. */
  requestId: string | undefined;
  /** Content coding of the answer, where it still has one. */
  coding: string | undefined;

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

  /** Waits for the provider: it stalls after `most` milliseconds without `rest`, and after the idle limit at the latest. */
  wait(most = this.#idle): void {
    this.rest();
    this.#takeBack = this.#clock.after(Math.min(most, this.#idle), () => {
      this.#isStalled = true;
      this.#end.abort();
    });
  }

  /** Ends the waiting, while the daemon works itself. */
  rest(): void {
    this.#takeBack?.();
    this.#takeBack = undefined;
  }

  close(): void {
    this.rest();
    this.#cancelled.removeEventListener("abort", this.#abort);
    if (!this.isWhole) this.#end.abort();
  }
}
