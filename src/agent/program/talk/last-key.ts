/** When somebody has typed last, and whether they look up. */
import { type Clock, sleep } from "../../machine/interfaces/clock.js";

/** Milliseconds without a key after which somebody has stopped typing and looks up. */
const PAUSE = 500;

export class LastKey {
  readonly #clock: Clock;
  #at = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Notes a key; returns whether it is the first one. */
  press(): boolean {
    const isFirst = this.#at === Number.NEGATIVE_INFINITY;
    this.#at = this.#clock.monotonic();
    return isFirst;
  }

  /** Resolves when nobody is typing, so that a key that is pressed now answers nothing that is shown later. */
  async calm(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const left = this.#at + PAUSE - this.#clock.monotonic();
      if (left <= 0) return;
      await sleep(this.#clock, left, signal);
    }
  }
}
