/** Requests to models that a watchdog looks at (spec 2.11): an answer that says nothing for too long is ended, so that it is asked for again. */
import type { Clock } from "../../machine/interfaces/clock.js";

/** One request, from its beginning to its end. */
export interface WatchedRequest {
  /** The model has said something, or a part of it. */
  says(): void;
  ends(): void;
}

export interface RequestWatch {
  /** `stalls` hears of the milliseconds without a word, once. */
  begins(stalls: (quiet: number) => void): WatchedRequest;
}

interface Watched {
  /** By the monotonic clock. */
  last: number;
  readonly stalls: (quiet: number) => void;
}

export class Watchdog implements RequestWatch {
  readonly #clock: Clock;
  readonly #threshold: number;
  readonly #interval: number;
  readonly #watched = new Set<Watched>();
  #stop: (() => void) | undefined;

  /** In milliseconds. */
  constructor(clock: Clock, { threshold, interval }: { readonly threshold: number; readonly interval: number }) {
    [this.#clock, this.#threshold, this.#interval] = [clock, threshold, interval];
  }

  begins(stalls: (quiet: number) => void): WatchedRequest {
    const watched = { last: this.#clock.monotonic(), stalls };
    this.#watched.add(watched);
    this.#stop ??= this.#clock.after(this.#interval, () => this.#look());
    return {
      says: () => {
        watched.last = this.#clock.monotonic();
      },
      ends: () => {
        this.#watched.delete(watched);
        if (this.#watched.size > 0) return;
        this.#stop?.();
        this.#stop = undefined;
      },
    };
  }

  #look(): void {
    const now = this.#clock.monotonic();
    for (const watched of [...this.#watched]) {
      const quiet = now - watched.last;
      if (quiet < this.#threshold) continue;
      this.#watched.delete(watched);
      watched.stalls(quiet);
    }
    this.#stop = this.#watched.size === 0 ? undefined : this.#clock.after(this.#interval, () => this.#look());
  }
}
