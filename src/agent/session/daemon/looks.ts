/** The moments at which the watch of the configuration looks at its files: at intervals, and on demand. */
import { type Clock, sleep } from "../../machine/interfaces/clock.js";

export class Looks {
  readonly #clock: Clock;
  /** Ends the current pause; undefined during a look. */
  #pause: AbortController | undefined;
  #isOver = false;
  #waiting: (() => void)[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The pause between two looks, as `watch` takes it. */
  readonly pause = async (ms: number, signal: AbortSignal | undefined): Promise<void> => {
    const pause = new AbortController();
    this.#pause = pause;
    this.#tell();
    await sleep(this.#clock, ms, AbortSignal.any([pause.signal, ...(signal === undefined ? [] : [signal])]));
    this.#pause = undefined;
  };

  /** Resolves after a look that begins now or later, or at the end. */
  async again(): Promise<void> {
    // A look that has already begun may miss the latest change.
    if (this.#pause === undefined) await this.#nextPause();
    this.#pause?.abort();
    await this.#nextPause();
  }

  /** Ends the looks, and with them all waiting. */
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
