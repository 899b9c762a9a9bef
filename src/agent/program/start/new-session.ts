/** Names of new sessions: unique, and sorted by their beginning. */
import type { Clock } from "../../machine/interfaces/clock.js";
import { type Random, randomHex } from "../../machine/interfaces/random.js";

/** `20261123-084512-9f3a1c20`. */
export function newSessionId({ clock, random }: { readonly clock: Clock; readonly random: Random }): string {
  const moment = new Date(clock.now()).toISOString().slice(0, 19).replace(/[-:]/g, "").replace("T", "-");
  return `${moment}-${randomHex(random, 4)}`;
}
