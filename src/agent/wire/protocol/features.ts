/** The features of a server, by id (spec 9). */
import type { features } from "../../../generated/protocol/tables.js";

/** A feature that this version knows. */
export type Feature = (typeof features)[keyof typeof features];

/** Whether a snapshot lists a feature; no other sign of it counts (spec 9). */
export function supports(listed: readonly string[], feature: Feature): boolean {
  return listed.includes(feature);
}
