/** Decides when texts are checked again: at once when somebody has stopped typing, and not for each letter of a long text. */
import type { Machine } from "./machine.js";

/** Milliseconds that a check may take without a wait of the same length before the next one. */
const QUICK = 30;

/** A check that takes more milliseconds than this waits `MOMENT` of them, so that a request that follows an edit is answered before it. */
const NOTICEABLE = 10;
const MOMENT = 2;

/** From this many lines on, checks are at least `SPACING` milliseconds apart. */
const LONG = 1000;
const SPACING = 60;

export class Schedule {
  readonly #machine: Pick<Machine, "clock" | "afterMessages">;
  readonly #check: () => void;
  #isPlanned = false;
  #touches = 0;
  #lastEnd = Number.NEGATIVE_INFINITY;
  #lastTime = 0;

  constructor(machine: Pick<Machine, "clock" | "afterMessages">, check: () => void) {
    this.#machine = machine;
    this.#check = check;
  }

  /** Plans a check, unless one is planned. `lines`: of the longest text. */
  touch(lines: number): void {
    this.#touches += 1;
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    const { clock } = this.#machine;
    const spacing = Math.max(this.#lastTime > QUICK ? this.#lastTime : 0, lines >= LONG ? SPACING : 0);
    const moment = this.#lastTime > NOTICEABLE ? MOMENT : 0;
    const wait = Math.max(this.#lastEnd + spacing - clock.now(), moment);
    if (wait > 0) void clock.pause(wait, undefined).then(() => this.#whenQuiet());
    else this.#whenQuiet();
  }

  /** The check itself, once a round of messages has brought nothing new. */
  #whenQuiet(): void {
    const before = this.#touches;
    this.#machine.afterMessages(() => {
      if (this.#touches !== before) return this.#whenQuiet();
      this.#isPlanned = false;
      const start = this.#machine.clock.now();
      this.#check();
      this.#lastEnd = this.#machine.clock.now();
      this.#lastTime = this.#lastEnd - start;
    });
  }
}
