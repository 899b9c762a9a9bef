/** The features of this daemon (spec 9). */
import { features } from "../../generated/protocol/tables.js";

export const FEATURES: readonly string[] = [
  features.sync,
  features.history,
  features.attachments,
  features.targetedMutations,
  features.catalog,
];
