/** The moments of a stream by their cursors, and checks of moments that are not known yet. */

export class Moments<Known> {
  readonly #known = new Map<string, Known>();
  readonly #waiting = new Map<string, ((known: Known) => void)[]>();

  /** Calls `check` with a moment as soon as it is known: at once, unless it has just been made. */
  when(cursor: string, check: (known: Known) => void): void {
    const known = this.#known.get(cursor);
    if (known !== undefined) check(known);
    else this.#waiting.set(cursor, [...(this.#waiting.get(cursor) ?? []), check]);
  }

  /** Cursors that somebody has, and that never were. */
  get unknown(): readonly string[] {
    return [...this.#waiting.keys()];
  }

  /** What is known first of a moment stays. */
  learn(cursor: string, known: Known): void {
    if (!this.#known.has(cursor)) this.#known.set(cursor, known);
    for (const check of this.#waiting.get(cursor) ?? []) check(known);
    this.#waiting.delete(cursor);
  }
}
