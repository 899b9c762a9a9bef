/** What can be wrong with a configuration as it is loaded, apart from its substitutions, in no words. */
import type { PathAnchor } from "../../read/diagnostic/anchor.js";

/** `reason` completes "the trust store cannot be used: …". */
export interface LoadingFact {
  readonly kind: "unusable-trust-store";
  readonly at: PathAnchor;
  readonly reason: string;
}
