/** When somebody looks again: each time that a while has passed, and whenever it is asked for. */
import { type Clock, sleep } from "../ports/clock.js";

export class Looks {
  readonly #clock: Clock;
  /** Ends the pause that runs; undefined while somebody looks. */
  #pause: AbortController | undefined;
  #isOver = false;
  #waiting: (() => void)[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whoever looks waits here between two looks. */
  readonly pause = async (ms: number, signal: AbortSignal | undefined): Promise<void> => {
    const pause = new AbortController();
    this.#pause = pause;
    this.#tell();
    await sleep(this.#clock, ms, AbortSignal.any([pause.signal, ...(signal === undefined ? [] : [signal])]));
    this.#pause = undefined;
  };

  /** Resolves after a look that begins now or later. */
  async again(): Promise<void> {
    // One that has begun may have missed what there is now.
    if (this.#pause === undefined) await this.#nextPause();
    this.#pause?.abort();
    await this.#nextPause();
  }

  /** Nobody looks any more. */
  end(): void {
    this.#isOver = true;
    this.#tell();
  }

  #nextPause(): Promise<void> {
    return new Promise((resolve) => (this.#isOver ? resolve() : this.#waiting.push(resolve)));
  }

  #tell(): void {
    for (const tell of this.#waiting.splice(0)) tell();
  }
}
