/** Text of one item as it comes, joined: the first piece at once, then so often and so much, the rest at the end (P-S17). */
import { limits } from "../generated/protocol/tables.js";

export interface Delta {
  /** Where the text belongs, in UTF-16 units from the item's beginning. */
  readonly offset: number;
  readonly text: string;
}

/** Most UTF-16 units of a piece, so that its record stays small whatever it is escaped to. */
const PIECE = 64 * 1024;

export class DeltaJoiner {
  #waiting = "";
  #offset = 0;
  #due = Number.NEGATIVE_INFINITY;

  /** What is to be said now. `now`: milliseconds of a clock that never goes back. */
  add(text: string, now: number): readonly Delta[] {
    this.#waiting += text;
    return now >= this.#due || this.#waiting.length >= limits.deltaBytes ? this.#take(now, true) : [];
  }

  /** When `ask` has something to say; undefined while nothing waits. */
  get due(): number | undefined {
    return /^[\ud800-\udbff]?$/.test(this.#waiting) ? undefined : this.#due;
  }

  /** What has waited long enough. */
  ask(now: number): readonly Delta[] {
    return now >= this.#due ? this.#take(now, true) : [];
  }

  /** The rest. */
  end(): readonly Delta[] {
    return this.#take(this.#due, false);
  }

  #take(now: number, goesOn: boolean): readonly Delta[] {
    // The first half of a character waits for the other one.
    const held = goesOn && /[\ud800-\udbff]$/.test(this.#waiting) ? this.#waiting.slice(-1) : "";
    const text = this.#waiting.slice(0, this.#waiting.length - held.length);
    this.#waiting = held;
    if (text !== "") this.#due = now + limits.deltaInterval;
    const deltas: Delta[] = [];
    for (let start = 0; start < text.length; ) {
      const end = start + PIECE;
      const isSplit = end < text.length && /[\ud800-\udbff]/.test(text.charAt(end - 1));
      const piece = text.slice(start, isSplit ? end - 1 : end);
      deltas.push({ offset: this.#offset, text: piece });
      this.#offset += piece.length;
      start += piece.length;
    }
    return deltas;
  }
}
