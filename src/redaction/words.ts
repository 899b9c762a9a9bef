/** The words that configurations themselves declare secret (spec 2.7), and where a text holds them. */
import type { Document } from "../document/document.js";
import { find, type Node } from "../document/node.js";
import type { Span } from "../document/source.js";
import { printable } from "../text/printable.js";

/** The shortest secret word that is looked for inside other text; a shorter one would hide too much. */
const SHORTEST_WORD = 4;

/** One pattern for the words that configurations declare secret (spec 2.7), as far as they can be searched for. */
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
  const list = root && find(root, ["permissions", "secret_words"])?.node;
  if (list?.kind !== "sequence") return [];
  return list.items.flatMap((item) => (item.kind === "scalar" && typeof item.value === "string" ? [item.value] : []));
}

/** A word may be spelt with escapes or over several lines, so what counts is the value and not its spelling. */
export function collectWords(node: Node, words: RegExp, spans: Span[]): void {
  if (node.kind === "scalar") {
    if (String(node.value).search(words) !== -1) spans.push(node.span);
  } else if (node.kind === "sequence") {
    for (const item of node.items) collectWords(item, words, spans);
  } else {
    for (const [key, { keySpan, value }] of node.entries) {
      if (key.search(words) !== -1) spans.push(keySpan);
      collectWords(value, words, spans);
    }
  }
}
