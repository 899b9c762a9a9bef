/** What may become a credential by its form, at one offset of a text. */
import type { Covered } from "./covered.js";
import {
  type Candidate,
  CERTAIN,
  COMPLETE,
  LOST,
  OVER,
  PASSING,
  PENDING,
  type Shape,
  type Verdict,
} from "./shapes/shape.js";

interface Active {
  readonly shape: Shape;
  readonly candidate: Candidate;
  /** Where the credential begins. */
  start: number;
  verdict: Verdict;
}

export class Candidates {
  readonly #covered: Covered;
  #active: Active[] = [];

  constructor(covered: Covered) {
    this.#covered = covered;
  }

  get isEmpty(): boolean {
    return this.#active.length === 0;
  }

  /** `start`: where the beginning began that now has been read. */
  begin(shape: Shape, start: number): void {
    if (shape.isAlone && this.#active.some((active) => active.shape === shape)) return;
    const verdict = shape.isHidden ? PENDING : PASSING;
    this.#active.push({ shape, candidate: shape.begin(), start, verdict });
  }

  /** Reads one more unit, at its offset. */
  feed(unit: number, at: number): void {
    let hasEnded = false;
    for (const active of this.#active) {
      const before = active.verdict;
      const verdict = active.candidate.feed(unit);
      if (before === PASSING) active.start = at;
      if (verdict === OVER) this.#covered.add(active.start, at);
      if (verdict === OVER || verdict === LOST) hasEnded = true;
      active.verdict = verdict;
    }
    if (hasEnded) this.#active = this.#active.filter(({ verdict }) => verdict !== OVER && verdict !== LOST);
  }

  /** Covers what is certain up to this offset; returns where what is in doubt begins, or the offset. */
  settle(at: number): number {
    let first = at;
    for (const active of this.#active) {
      if (active.verdict === CERTAIN) this.#covered.add(active.start, at);
      else if (active.verdict !== PASSING) first = Math.min(first, active.start);
    }
    return first;
  }

  /** Covers what is a credential now that nothing follows. */
  end(at: number): void {
    for (const { verdict, start } of this.#active)
      if (verdict === CERTAIN || verdict === COMPLETE) this.#covered.add(start, at);
    this.#active = [];
  }
}
