/** How long a body may take: a silence ends it, and so does a pace that is too slow as a whole (P-S58). Only time in which it may come counts. */
import type { Clock } from "../interfaces/clock.js";

export interface BodyPatience {
  readonly clock: Clock;
  /** Milliseconds without a byte. */
  readonly bodyTimeout: number;
  /** Milliseconds in all, and bytes that give it a second more. */
  readonly bodyTime: number;
  readonly bodyPace: number;
}

export class BodyTime {
  readonly #patience: BodyPatience;
  readonly #run: () => void;
  #bytes = 0;
  #waited = 0;
  #since: number | undefined;
  #forget = (): void => {};

  /** Calls `run` once, when the body is too slow; not before `wait`. */
  constructor(patience: BodyPatience, run: () => void) {
    [this.#patience, this.#run] = [patience, run];
  }

  /** More may come from now on. */
  wait(): void {
    const { clock, bodyTimeout, bodyTime, bodyPace } = this.#patience;
    this.stop();
    this.#since = clock.monotonic();
    const left = bodyTime + (this.#bytes / bodyPace) * 1000 - this.#waited;
    this.#forget = clock.after(Math.min(bodyTimeout, Math.max(0, left)), this.#run);
  }

  /** So many bytes came. */
  came(bytes: number): void {
    this.#bytes += bytes;
    this.stop();
  }

  /** Nothing may come now, or the body is over. */
  stop(): void {
    this.#forget();
    if (this.#since !== undefined) this.#waited += this.#patience.clock.monotonic() - this.#since;
    this.#since = undefined;
  }
}
