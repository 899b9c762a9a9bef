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

interface OpenRequest {
  /** By the monotonic clock. */
  last: number;
  readonly stalls: (quiet: number) => void;
}

export class Watchdog implements RequestWatch {
  readonly #clock: Clock;
  readonly #threshold: number;
  readonly #interval: number;
  readonly #open = new Set<OpenRequest>();
  #stop: (() => void) | undefined;

  /** In milliseconds. */
  constructor(clock: Clock, { threshold, interval }: { readonly threshold: number; readonly interval: number }) {
    [this.#clock, this.#threshold, this.#interval] = [clock, threshold, interval];
  }

  begins(stalls: (quiet: number) => void): WatchedRequest {
    const request = { last: this.#clock.monotonic(), stalls };
    this.#open.add(request);
    this.#stop ??= this.#clock.after(this.#interval, () => this.#look());
    return {
      says: () => {
        request.last = this.#clock.monotonic();
      },
      ends: () => {
        this.#open.delete(request);
        if (this.#open.size > 0) return;
        this.#stop?.();
        this.#stop = undefined;
      },
    };
  }

  #look(): void {
    const now = this.#clock.monotonic();
    for (const request of [...this.#open]) {
      const quiet = now - request.last;
      if (quiet < this.#threshold) continue;
      this.#open.delete(request);
      request.stalls(quiet);
    }
    this.#stop = this.#open.size === 0 ? undefined : this.#clock.after(this.#interval, () => this.#look());
  }
}
