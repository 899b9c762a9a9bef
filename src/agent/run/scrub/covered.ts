/** The spans of a text that are hidden, in order, joined where they overlap or touch. Offsets count from the beginning of the text. */

const REDACTED = "[redacted]";

export class Covered {
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  /** Where the text that has been passed on ends with something hidden. */
  #hiddenUpTo = -1;

  /** Adds a span, which ends no earlier than those before. */
  add(start: number, end: number): void {
    let from = start;
    for (let last = this.#ends.at(-1); last !== undefined && last >= from; last = this.#ends.at(-1)) {
      from = Math.min(from, this.#starts.pop() ?? from);
      this.#ends.pop();
    }
    this.#starts.push(from);
    this.#ends.push(end);
  }

  /** The first offset from this one on that is not hidden. */
  open(from: number): number {
    const index = this.#ends.findIndex((end) => end > from);
    const start = this.#starts[index] ?? from + 1;
    return start > from ? from : (this.#ends[index] ?? from);
  }

  /** Replaces the spans in a text at the offset `from`, and forgets them. None of them goes on behind the text. */
  redacted(text: string, from: number): string {
    const to = from + text.length;
    const count = this.#starts.findIndex((start) => start >= to);
    const starts = this.#starts.splice(0, count === -1 ? this.#starts.length : count);
    const ends = this.#ends.splice(0, starts.length);
    let passed = "";
    let at = from;
    for (const [index, start] of starts.entries()) {
      const isContinued = start <= at && at === this.#hiddenUpTo;
      passed += text.slice(at - from, Math.max(start, at) - from);
      if (!isContinued) passed += REDACTED;
      at = ends[index] ?? at;
      this.#hiddenUpTo = at;
    }
    return passed + text.slice(at - from);
  }
}
