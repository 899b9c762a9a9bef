/** What a server can do, by id (spec 9). */
import type { features } from "../../../generated/protocol/tables.js";

/** Those that this version knows. */
export type Feature = (typeof features)[keyof typeof features];

/** Whether a snapshot lists it; nothing else says so (spec 9). */
export function supports(listed: readonly string[], feature: Feature): boolean {
  return listed.includes(feature);
}
