/** Measures text in terminal columns: two for wide East Asian characters and emoji, none for combining marks. */
import { once } from "./once.js";

/** Text with one column per character: printable ASCII, and the ellipsis of a cut text. */
const PLAIN = /^[ -~…]*$/;

// Compiled when a text needs them: compiling these patterns takes longer than checking a file.

/** Combining marks, and the vowels and finals of a Korean syllable. */
const none = once(() => /^[\p{Mn}\p{Me}\u1160-\u11ff\ud7b0-\ud7ff]$/u);

/** Wide by the Unicode property East_Asian_Width; an unassigned character counts as its neighbours do. */
const wide = once(
  () =>
    /^(?!\p{Regional_Indicator})[\p{Emoji_Presentation}\u1100-\u115f\u2329\u232a\u2e80-\u303e\u3041-\u3247\u3250-\u4dbf\u4e00-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18dff}\u{1aff0}-\u{1b2ff}\u{1f200}-\u{1f265}\u{20000}-\u{2fffd}\u{30000}-\u{3fffd}]$/u,
);

/** The columns of a text that is printable and on one line. */
export function columnsOf(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let columns = 0;
  for (const character of text) columns += widthOf(character);
  return columns;
}

function widthOf(character: string): 0 | 1 | 2 {
  if (character <= "~") return 1;
  return none().test(character) ? 0 : wide().test(character) ? 2 : 1;
}

/** The beginning of a text that fits into `room` columns, with an ellipsis after a cut. */
export function cutTo(text: string, room: number): string {
  if (columnsOf(text) <= room) return text;
  let shown = "";
  let columns = 1;
  for (const character of text) {
    columns += widthOf(character);
    if (columns > room) break;
    shown += character;
  }
  return `${shown}…`;
}

/** The text padded with spaces to a number of columns. */
export function padTo(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - columnsOf(text)));
}
