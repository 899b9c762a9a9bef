/** Walks over the options of a program up to its first other word. */
import type { Word } from "./word.js";

export interface Options {
  /** Short options that take a value, as letters. */
  readonly valued?: string;
  /** Short options without one. */
  readonly plain?: string;
  /** Long options; those with `=` take a value, in the same word or the next one. */
  readonly long?: readonly string[];
}

/** The index of the first word that is no option; undefined where an option is not known, or a word is. */
export function afterOptions(words: readonly Word[], start: number, known: Options): number | undefined {
  const { valued = "", plain = "", long = [] } = known;
  let at = start;
  for (; at < words.length; at += 1) {
    const word = words[at];
    const text = word?.literal;
    if (text === undefined) return word?.isMany === false && !/^[-*?]/.test(word.glob) ? at : undefined;
    if (!text.startsWith("-") || text === "-") return at;
    if (text === "--") return at + 1;
    if (text.startsWith("--")) {
      const [name = "", value] = text.split("=", 2);
      if (long.includes(`${name}=`)) at += value === undefined ? 1 : 0;
      else if (!long.includes(name) || value !== undefined) return undefined;
      continue;
    }
    const letter = [...text.slice(1)].findIndex((one) => !plain.includes(one));
    if (letter === -1) continue;
    if (!valued.includes(text[letter + 1] ?? "-")) return undefined;
    if (letter + 2 === text.length) at += 1;
  }
  return at;
}
