/** Keys and pastes that wait: from before somebody listens, and while a completion is looked up. An interrupt does not wait. */
import type { Deed, Keys } from "../../machine/keys/key-reader.js";

export class DeedQueue {
  readonly #take: (deed: Deed) => void;
  #waiting: Deed[] = [];
  /** Does what an interrupt means meanwhile; undefined while nothing waits. */
  #interrupt: (() => void) | undefined;
  #abort = (): void => {};

  constructor(take: (deed: Deed) => void) {
    this.#take = take;
  }

  take(deed: Deed): void {
    const isInterrupt = deed.kind === "keys" && deed.keys.some((one) => "key" in one && one.key === "interrupt");
    if (this.#interrupt === undefined) this.#take(deed);
    else if (isInterrupt) this.#interrupt();
    else this.#waiting.push(deed);
  }

  /** Lets everything wait from now on. */
  begin(interrupt: () => void): void {
    this.#interrupt = interrupt;
  }

  /** Lets everything wait for some work, beginning with `rest`; an interrupt ends the work. */
  hold(rest: Keys, work: (signal: AbortSignal) => Promise<void>): void {
    const ending = new AbortController();
    this.#abort = () => ending.abort();
    this.begin(() => this.end());
    if (rest.keys.length > 0) this.#waiting.push(rest);
    void work(ending.signal).then(() => {
      if (!ending.signal.aborted) this.#release();
    });
  }

  /** Nothing waits any more. */
  end(): void {
    while (this.#interrupt !== undefined) this.#release();
  }

  clear(): void {
    this.#abort();
    this.#waiting = [];
    this.#interrupt = undefined;
  }

  #release(): void {
    this.#abort();
    this.#interrupt = undefined;
    // One of them may let the others wait again.
    for (const deed of this.#waiting.splice(0)) this.take(deed);
  }
}
