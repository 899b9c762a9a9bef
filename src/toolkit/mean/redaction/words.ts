/** The words that configurations declare secret (spec 2.7), and their spans in a text. */
import { printable } from "../../../text/escape.js";
import { oncePer } from "../../../text/once.js";
import type { Path } from "../../../text/path.js";
import type { Scope, Span } from "../../read/diagnostic/diagnostic.js";
import { find } from "../../read/document/node.js";
import type { Document } from "../../read/document/parse.js";
import { configShape, pathsTo } from "../../read/schema/shape.js";
import { joined } from "./cover.js";
import type { UnsearchedWord } from "./facts.js";
import { withoutReferences } from "./references.js";

/** The shortest secret word to search for inside other text; a shorter one would hide too much. */
export const SHORTEST_WORD = 4;

/** In bytes; the search ignores longer texts. */
const LONGEST_WORD = 4096;

/** The limit for one configuration. */
const MOST_WORDS = 10_000;

/** The places where a configuration lists such words. */
const LISTS = pathsTo(configShape, ({ items }) => items?.schema["x-secret-word"] === true);

export interface SecretWords {
  /** Their spans in a text, in order, not overlapping. */
  readonly spansIn: (text: string) => readonly Span[];
}

/** A document and its layer. */
export interface Declaring {
  readonly document: Document;
  readonly scope: Scope;
}

/** Secret words by their effect: a user's words are hidden everywhere, a project's only in the values of that project. */
export interface DeclaredWords {
  readonly ofUser: SecretWords;
  /** Those of the user and of all projects. */
  readonly ofAll: SecretWords;
  /** Those of the user and of one document. */
  readonly in: (document: Document) => SecretWords;
}

export function wordsOf(sources: readonly Declaring[]): DeclaredWords {
  const users = sources.filter(({ scope }) => scope !== "project").map(({ document }) => document);
  const ofUser = secretWords(users);
  const projects = sources.map(({ document }) => document).filter((document) => !users.includes(document));
  const isAlone = projects.every((document) => declaredWords(document).length === 0);
  return {
    ofUser,
    ofAll: isAlone ? ofUser : secretWords([...users, ...projects]),
    in: oncePer((document: Document) =>
      users.includes(document) || declaredWords(document).length === 0 ? ofUser : secretWords([...users, document]),
    ),
  };
}

/** The secret words of some documents, without those over the limits. */
export function secretWords(documents: readonly Document[]): SecretWords {
  const declared = documents.flatMap(declaredWords).filter(({ unsearched }) => unsearched === undefined);
  // A reference in place of a word is not secret itself.
  const written = declared.filter(({ word }) => withoutReferences(word, { start: 0, end: word.length }).length > 0);
  return wordSearch(written.flatMap(({ word }) => spellingsOf(word)));
}

/** The words of a document that are too long, or too many, to search for. */
export function unsearchedWords(document: Document): readonly UnsearchedWord[] {
  const facts = declaredWords(document).flatMap(({ path, unsearched }): readonly UnsearchedWord[] => {
    if (unsearched === undefined) return [];
    const most = unsearched === "too-long" ? LONGEST_WORD : MOST_WORDS;
    return [{ kind: "unsearched-word", at: { path, part: "value" }, why: unsearched, most }];
  });
  // Of the words over the limit, only the first is reported.
  const extra = facts.findIndex(({ why }) => why === "too-many");
  return facts.filter(({ why }, index) => why === "too-long" || index === extra);
}

interface DeclaredWord {
  readonly path: Path;
  readonly word: string;
  readonly unsearched: UnsearchedWord["why"] | undefined;
}

function declaredWords({ root }: Document): readonly DeclaredWord[] {
  return LISTS.flatMap((list) => {
    const node = root && find(root, list)?.node;
    // A single word in place of the list is secret too.
    const items = node?.kind === "sequence" ? node.items : node?.kind === "scalar" ? [node] : [];
    return items.flatMap((item, index): readonly DeclaredWord[] => {
      if (item.kind !== "scalar" || typeof item.value !== "string") return [];
      const { value: word } = item;
      const isLong = word.length > LONGEST_WORD || new TextEncoder().encode(word).length > LONGEST_WORD;
      const unsearched = index >= MOST_WORDS ? "too-many" : isLong ? "too-long" : undefined;
      return [{ path: item === node ? list : [...list, index], word, unsearched }];
    });
  });
}

/** The spellings of a word: unchanged, with the escapes of a message or a path, and line by line as in a file. */
function spellingsOf(declared: string): readonly string[] {
  const word = declared.trim();
  return [word, printable(word), JSON.stringify(word).slice(1, -1), ...word.split(/[\r\n]+/)];
}

/** Longer words are searched for in pieces, each of which would reveal enough. */
const LONGEST_PIECE = 32;

/** A search for many words at once; any run of white space matches any other. Takes time linear in the text. */
function wordSearch(words: readonly string[]): SecretWords {
  const pieces = new Set(words.flatMap((word) => piecesOf(word.replace(/\s+/g, " ").trim())));
  const lengthsOf = new Map<string, Set<number>>();
  for (const piece of pieces) {
    const head = piece.slice(0, SHORTEST_WORD);
    lengthsOf.set(head, (lengthsOf.get(head) ?? new Set()).add(piece.length));
  }
  const spansIn = (text: string): readonly Span[] => {
    if (pieces.size === 0 || text.length < SHORTEST_WORD) return [];
    const { folded, offsets } = withFoldedSpace(text);
    const spans: Span[] = [];
    for (let at = 0; at + SHORTEST_WORD <= folded.length; at += 1) {
      const lengths = lengthsOf.get(folded.slice(at, at + SHORTEST_WORD));
      if (lengths === undefined) continue;
      const fitting = [...lengths].filter((length) => pieces.has(folded.slice(at, at + length)));
      if (fitting.length > 0) spans.push({ start: at, end: at + Math.max(...fitting) });
    }
    return joined(spans).map(({ start, end }) => ({
      start: offsets?.[start] ?? start,
      end: (offsets?.[end - 1] ?? end - 1) + 1,
    }));
  };
  return { spansIn };
}

function piecesOf(word: string): readonly string[] {
  if (word.length < SHORTEST_WORD) return [];
  if (word.length <= LONGEST_PIECE) return [word];
  const count = Math.ceil(word.length / LONGEST_PIECE);
  return Array.from({ length: count }, (_, index) => {
    const start = Math.min(index * LONGEST_PIECE, word.length - LONGEST_PIECE);
    return word.slice(start, start + LONGEST_PIECE);
  });
}

/** A text with one space for each run of white space, and the original offset of each character; without offsets if nothing was folded. */
function withFoldedSpace(text: string): { folded: string; offsets?: readonly number[] } {
  if (!/[^\S ]|\s\s/.test(text)) return { folded: text };
  let folded = "";
  const offsets: number[] = [];
  for (const { 0: part, index } of text.matchAll(/\s+|\S+/g)) {
    const isSpace = part.trim() === "";
    folded += isSpace ? " " : part;
    for (let at = 0; at < (isSpace ? 1 : part.length); at += 1) offsets.push(index + at);
  }
  return { folded, offsets };
}
