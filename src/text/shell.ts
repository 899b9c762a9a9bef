/** Words as a shell of POSIX reads them back, on one line and without anything that acts on a terminal. */
import { printable } from "./escape.js";

export function shellWord(word: string): string {
  const shown = printable(word);
  return /^[\w./:@%+=,-]+$/.test(shown) ? shown : `'${shown.replaceAll("'", `'\\''`)}'`;
}
