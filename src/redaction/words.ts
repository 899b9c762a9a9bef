/** The words that configurations themselves declare secret (spec 2.7), and where a text holds them. */
import type { Span } from "../diagnostic/diagnostic.js";
import { find } from "../document/node.js";
import type { Document } from "../document/parse.js";
import { configShape, pathsTo } from "../schema/shape.js";
import { printable } from "../text/escape.js";

/** The shortest secret word that is looked for inside other text; a shorter one would hide too much. */
export const SHORTEST_WORD = 4;

/** Where a configuration lists such words. */
const LISTS = pathsTo(configShape, ({ items }) => items?.schema["x-secret-word"] === true);

/** One pattern for the words that configurations declare secret, as far as they can be searched for. */
export function secretWords(documents: readonly Document[]): RegExp | undefined {
  const spellings = documents.flatMap(declaredWords).flatMap(spellingsOf);
  const words = spellings.filter((word) => word.length >= SHORTEST_WORD);
  if (words.length === 0) return undefined;
  // The longest first: a word may be the beginning of another one.
  const longestFirst = [...new Set(words)].sort((a, b) => b.length - a.length);
  return new RegExp(longestFirst.map(patternOf).join("|"), "g");
}

/** White space is whatever folding made of it. */
function patternOf(word: string): string {
  return word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&").replace(/\s+/g, "\\s+");
}

/** As it is, as a message or a path would escape it, and line by line as a file would hold it. */
function spellingsOf(declared: string): readonly string[] {
  // A search for white space at an end would try every place of every run of it.
  const word = declared.trim();
  return [
    word,
    printable(word),
    JSON.stringify(word).slice(1, -1),
    ...word.split(/[\r\n]+/).map((line) => line.trim()),
  ];
}

function declaredWords({ root }: Document): readonly string[] {
  return LISTS.flatMap((path) => {
    const list = root && find(root, path)?.node;
    if (list?.kind !== "sequence") return [];
    return list.items.flatMap((item) => (item.kind === "scalar" && typeof item.value === "string" ? [item.value] : []));
  });
}

/** Where the words stand in a text. */
export function wordSpans(text: string, words: RegExp | undefined): readonly Span[] {
  if (words === undefined) return [];
  return Array.from(text.matchAll(words), ({ 0: word, index }) => ({ start: index, end: index + word.length }));
}
