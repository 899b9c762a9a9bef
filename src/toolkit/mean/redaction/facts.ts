/** What looking for secrets brings to light, in no words. */
import type { PathAnchor } from "../../read/diagnostic/anchor.js";

/** A secret word that is not looked for in any text. */
export interface UnsearchedWord {
  readonly kind: "unsearched-word";
  readonly at: PathAnchor;
  readonly why: "too-long" | "too-many";
  /** The bytes that a word may have, or the number of words. */
  readonly most: number;
}

export type RedactionFact = UnsearchedWord;
