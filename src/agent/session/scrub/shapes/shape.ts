/** A credential that is told by its form: how it begins, and how it goes on, judged one unit after the other. */

/** What it has read last is no part of a credential. */
export const PASSING = 0;
/** It may become a credential. */
export const PENDING = 1;
/** It is one if something else follows, or the end. */
export const COMPLETE = 2;
/** It is one, and goes on. */
export const CERTAIN = 3;
/** It is none. */
export const LOST = 4;
/** It ended before this unit. */
export const OVER = 5;

/** What is known of a candidate after a unit. */
export type Verdict = typeof PASSING | typeof PENDING | typeof COMPLETE | typeof CERTAIN | typeof LOST | typeof OVER;

export interface Candidate {
  feed(unit: number): Verdict;
}

export interface Shape {
  readonly beginnings: readonly string[];
  /** Whether it begins only where a word does. */
  readonly isWord: boolean;
  /** Whether the beginning belongs to the credential. */
  readonly isHidden: boolean;
  /** Whether a second one inside of a candidate can be left out: it is hidden only where the first one is, too. */
  readonly isAlone: boolean;
  /** A candidate that has read a beginning. */
  begin(): Candidate;
}
