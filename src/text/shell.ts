/** Quotes words for a POSIX shell, on one line and without characters that act on a terminal. */
import { printable } from "./escape.js";

export function shellWord(word: string): string {
  const shown = printable(word);
  return /^[\w./:@%+=,-]+$/.test(shown) ? shown : `'${shown.replaceAll("'", `'\\''`)}'`;
}
