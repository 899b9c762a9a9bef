/** Names that look like credentials: what has such a name is refused, because a name without a part of it would be another one (spec 2.7). */
import type { Scrubber } from "./scrubber.js";

/** Between the parts of a tool's name. Some keys end only where no `_` follows. */
const JOINT = "__";

/** Whether a name, or a part of it, looks like a credential. */
export function looksSecret(name: string, scrubber: Scrubber): boolean {
  if (scrubber.isQuiet(name)) return false;
  return [name, ...name.split(JOINT)].some((part) => scrubber.scrub(part) !== part);
}
