/** Every kind of fact that a stage can bring to light. Each is worded by one rule; one that is not does not compile (`index.ts`). */
import type { LoadingFact } from "../configuration/facts.js";
import type { LayerFact } from "../layers/facts.js";
import type { RedactionFact } from "../redaction/facts.js";
import type { SchemaFact } from "../schema/facts.js";
import type { ResolutionFact, SubstitutionFact } from "../substitution/facts.js";
import type { SuppressionFact } from "../suppression/facts.js";

export type Fact =
  | LayerFact
  | SchemaFact
  | SubstitutionFact
  | ResolutionFact
  | LoadingFact
  | RedactionFact
  | SuppressionFact;

export type FactOf<Kind extends Fact["kind"]> = Extract<Fact, { readonly kind: Kind }>;
