/** The widths that Unicode itself gives to characters, which know nothing of how they are computed. */
import { readFileSync } from "node:fs";

/** First and last of a range, and how many columns each of its characters takes: all that Unicode 14 assigns and that may be printed. */
export const unicodeRanges: readonly (readonly [first: number, last: number, width: number])[] = readFileSync(
  "fixtures/width/unicode-14.txt",
  "utf8",
)
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => {
    const [first = 0, last = 0, width = 0] = line.split(" ").map((part) => Number.parseInt(part, 16));
    return [first, last, width];
  });

/** The columns of a text, character by character. */
export function unicodeColumns(text: string): number {
  return [...text].reduce((sum, character) => {
    const code = character.codePointAt(0) ?? 0;
    return sum + (unicodeRanges.find(([first, last]) => first <= code && code <= last)?.[2] ?? 1);
  }, 0);
}
