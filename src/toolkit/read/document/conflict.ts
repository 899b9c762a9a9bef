/** The marks that a version control system writes into a text when two people changed the same lines. */
import type { Span } from "../diagnostic/diagnostic.js";

const MARK = /^(?:<{7}|\|{7}|>{7}) .*|^(?:<{7}|={7}|>{7})$/m;

/** The first such mark. Called only for a text that cannot be read. */
export function conflictMark(text: string): Span | undefined {
  const found = MARK.exec(text.replaceAll("\r", " "));
  return found === null ? undefined : { start: found.index, end: found.index + found[0].trimEnd().length };
}
