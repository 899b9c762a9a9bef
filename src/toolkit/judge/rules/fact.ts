/** All kinds of facts that a stage can find. One rule words each; a fact without a rule does not compile (`index.ts`). */
import type { LoadingFact } from "../../mean/configuration/facts.js";
import type { RedactionFact } from "../../mean/redaction/facts.js";
import type { ResolutionFact, SubstitutionFact } from "../../mean/substitution/facts.js";
import type { LayerFact } from "../../read/layers/facts.js";
import type { SchemaFact } from "../../read/schema/facts.js";
import type { PermissionFact } from "../permissions/facts.js";
import type { PolicyFact } from "../policy/facts.js";
import type { SuppressionFact } from "../suppression/facts.js";

export type Fact =
  | LayerFact
  | SchemaFact
  | SubstitutionFact
  | ResolutionFact
  | LoadingFact
  | RedactionFact
  | SuppressionFact
  | PolicyFact
  | PermissionFact;

export type FactOf<Kind extends Fact["kind"]> = Extract<Fact, { readonly kind: Kind }>;
