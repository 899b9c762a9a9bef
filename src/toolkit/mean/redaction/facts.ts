/** The facts about the search for secrets, without words. */
import type { PathAnchor } from "../../read/diagnostic/anchor.js";

/** A secret word that is too long, or one too many, to search for. */
export interface UnsearchedWord {
  readonly kind: "unsearched-word";
  readonly at: PathAnchor;
  readonly why: "too-long" | "too-many";
  /** The longest word in bytes, or the most words. */
  readonly most: number;
}

export type RedactionFact = UnsearchedWord;
