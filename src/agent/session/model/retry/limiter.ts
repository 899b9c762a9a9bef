/**
 * The providers of a process that are left alone for a while: as long as one request waits because of a rate limit, no other is sent to the same
 * provider (P-S101). A hold ends with the wait that it belongs to, however that ends.
 */
import type { Clock } from "../../../machine/interfaces/clock.js";

interface Hold {
  /** By the monotonic clock. */
  readonly until: number;
  readonly ending: AbortController;
}

export class Limiter {
  readonly #clock: Clock;
  readonly #holds = new Map<string, Set<Hold>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Milliseconds until the last hold of a provider ends; undefined without one. */
  rest(provider: string): number | undefined {
    const last = this.#last(provider);
    return last === undefined ? undefined : Math.max(0, last.until - this.#clock.monotonic());
  }

  /** Holds a provider for so many milliseconds; returns the function that ends the hold. */
  hold(provider: string, milliseconds: number): () => void {
    const holds = this.#holds.get(provider) ?? new Set<Hold>();
    this.#holds.set(provider, holds);
    const hold = { until: this.#clock.monotonic() + milliseconds, ending: new AbortController() };
    holds.add(hold);
    return () => {
      holds.delete(hold);
      if (holds.size === 0) this.#holds.delete(provider);
      hold.ending.abort();
    };
  }

  /** Resolves when no request holds the provider, or when the signal aborts. */
  async free(provider: string, signal: AbortSignal): Promise<void> {
    for (let last = this.#last(provider); last !== undefined && !signal.aborted; last = this.#last(provider))
      await over(last.ending.signal, signal);
  }

  #last(provider: string): Hold | undefined {
    const holds = [...(this.#holds.get(provider) ?? [])];
    return holds.toSorted((a, b) => b.until - a.until)[0];
  }
}

/** Resolves when one of the signals aborts. */
function over(...signals: readonly AbortSignal[]): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      for (const signal of signals) signal.removeEventListener("abort", done);
      resolve();
    };
    for (const signal of signals) {
      if (signal.aborted) return done();
      signal.addEventListener("abort", done);
    }
  });
}
