/** What a version control system leaves in a text when two people changed the same lines. */
import type { Span } from "../diagnostic/diagnostic.js";

const MARK = /^(?:<{7}|\|{7}|>{7}) .*|^(?:<{7}|={7}|>{7})$/m;

/** The first of its marks; only a text that cannot be read is asked. */
export function conflictMark(text: string): Span | undefined {
  const found = MARK.exec(text.replaceAll("\r", " "));
  return found === null ? undefined : { start: found.index, end: found.index + found[0].trimEnd().length };
}
