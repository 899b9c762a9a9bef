/** Finds the conflict markers that a version control system writes into a text. */
import type { Span } from "../diagnostic/diagnostic.js";

const MARK = /^(?:<{7}|\|{7}|>{7}) .*|^(?:<{7}|={7}|>{7})$/m;

/** The first conflict marker. Called only for an unreadable text. */
export function conflictMark(text: string): Span | undefined {
  const match = MARK.exec(text.replaceAll("\r", " "));
  return match === null ? undefined : { start: match.index, end: match.index + match[0].trimEnd().length };
}
