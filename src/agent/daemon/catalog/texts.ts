/** Texts on their way into a catalog: credentials in them are hidden (spec 2.7, P-S36). */

import { limits } from "../../../generated/protocol/tables.js";
import { beginningOf } from "../../../text/beginning.js";
import type { Scrubber } from "../../run/scrub/scrubber.js";

/** A text without its credentials. One that is too long ends with an ellipsis, before anything that may belong to a credential that goes on. */
export function hidden(text: string, scrubber: Scrubber): string {
  const most = limits.catalogTextCharacters;
  if (text.length <= most) return scrubber.scrub(text);
  return `${scrubber.stream().push(beginningOf(text, most - 1))}…`;
}
