/** The facts about the search for secrets, without words. */
import type { PathAnchor } from "../../read/diagnostic/anchor.js";

/** A secret word that is not searched for in any text. */
export interface UnsearchedWord {
  readonly kind: "unsearched-word";
  readonly at: PathAnchor;
  readonly why: "too-long" | "too-many";
  /** The limit in bytes of a word, or the limit of words. */
  readonly most: number;
}

export type RedactionFact = UnsearchedWord;
