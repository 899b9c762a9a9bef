/**
 * Elapsed time, by whichever clock has advanced more: the monotonic one stops while a laptop sleeps, the wall clock may be set back
 * (P-S24).
 */
import type { Clock } from "../../machine/interfaces/clock.js";

export class Elapsed {
  readonly #clock: Clock;
  #wall: number;
  #steady: number;
  #passed = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#wall = clock.now();
    this.#steady = clock.monotonic();
  }

  /** Whole milliseconds since the creation of this object; never less than before. */
  now(): number {
    const [wall, steady] = [this.#clock.now(), this.#clock.monotonic()];
    this.#passed += Math.max(0, wall - this.#wall, steady - this.#steady);
    this.#wall = wall;
    this.#steady = steady;
    return Math.floor(this.#passed);
  }
}
