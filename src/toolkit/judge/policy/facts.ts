/** The fact about a policy's file that cannot be used. */
import type { Anchor } from "../../read/diagnostic/anchor.js";

export interface PolicyFact {
  readonly kind: "unusable-policy";
  readonly at: Anchor;
  /** The mistake, in the words of the rule for it. */
  readonly mistake: string;
  readonly label: string | undefined;
}
