/** Texts on their way into a catalog: a name that looks like a credential is refused, and credentials in other texts are hidden (spec 2.7, P-S36). */

import { limits } from "../../../generated/protocol/tables.js";
import { beginningOf } from "../../../text/beginning.js";
import type { Scrubber } from "../../run/scrub/scrubber.js";

/** Between the parts of a tool's name. Some keys end only where no `_` follows. */
const JOINT = "__";

/** Whether a name, or a part of it, looks like a credential. */
export function looksSecret(name: string, scrubber: Scrubber): boolean {
  if (scrubber.isQuiet(name)) return false;
  return [name, ...name.split(JOINT)].some((part) => scrubber.scrub(part) !== part);
}

/** A text without its credentials. One that is too long ends with an ellipsis, before anything that may belong to a credential that goes on. */
export function hidden(text: string, scrubber: Scrubber): string {
  const most = limits.catalogTextCharacters;
  if (text.length <= most) return scrubber.scrub(text);
  return `${scrubber.stream().push(beginningOf(text, most - 1))}…`;
}
