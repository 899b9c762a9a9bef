/** The facts about a loaded configuration, except for its substitutions, without words. */
import type { PathAnchor } from "../../read/diagnostic/anchor.js";

/** `reason` completes "the trust store cannot be used: …". */
export interface LoadingFact {
  readonly kind: "unusable-trust-store";
  readonly at: PathAnchor;
  readonly reason: string;
}
