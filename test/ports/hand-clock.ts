/** A clock in the hands of a test: time passes when the test says so. */
import type { Clock } from "../../src/agent/machine/interfaces/clock.js";

interface Timer {
  readonly at: number;
  readonly run: () => void;
}

export class HandClock implements Clock {
  #wall = 1_800_000_000_000;
  #steady = 0;
  readonly #timers = new Set<Timer>();

  now(): number {
    return this.#wall;
  }

  monotonic(): number {
    return this.#steady;
  }

  /** What is due at once runs as soon as what runs now is done. */
  after(ms: number, run: () => void): () => void {
    const timer = { at: this.#steady + Math.max(0, ms), run };
    this.#timers.add(timer);
    if (ms <= 0) setImmediate(() => this.#ring(timer));
    return () => this.#timers.delete(timer);
  }

  /** What still waits. */
  get waiting(): number {
    return this.#timers.size;
  }

  /** Milliseconds from now at which the next one is due; undefined when nothing waits. */
  get next(): number | undefined {
    const moments = [...this.#timers].map(({ at }) => at - this.#steady);
    return moments.length === 0 ? undefined : Math.min(...moments);
  }

  /** Lets time pass, and everything happen at its moment. */
  pass(ms: number): void {
    const end = this.#steady + ms;
    for (;;) {
      const due = [...this.#timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (due === undefined) break;
      this.#advance(Math.max(0, due.at - this.#steady));
      this.#ring(due);
    }
    this.#advance(end - this.#steady);
  }

  /** The wall clock is set to another time. */
  jump(ms: number): void {
    this.#wall += ms;
  }

  #advance(ms: number): void {
    this.#steady += ms;
    this.#wall += ms;
  }

  #ring(timer: Timer): void {
    if (this.#timers.delete(timer)) timer.run();
  }
}
