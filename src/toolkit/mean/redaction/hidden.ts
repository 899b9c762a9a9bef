/** The spans of a file that must not be shown where it is quoted. */
import { oncePer, oncePerKey } from "../../../text/once.js";
import type { Span } from "../../read/diagnostic/diagnostic.js";
import type { Document } from "../../read/document/parse.js";
import { joined, reaching } from "./cover.js";
import { hiddenSpans } from "./spans.js";
import { secretWords } from "./words.js";

/** The hidden spans within a stretch of a document, in order, not overlapping. */
export type Hidden = (document: Document, stretch: Span) => readonly Span[];

/** In characters. Quotations from a large document are short, and most of them come from few parts. */
const PART = 16_384;

/** Finds hidden spans in some documents: a word that one of them declares secret is secret in all. Each part of a document is searched once. */
export function hiddenIn(documents: readonly Document[]): Hidden {
  const words = secretWords(documents);
  const searchIn = oncePer((document: Document) => byParts(document, hiddenSpans(document, words)));
  return (document, stretch) => {
    const search = searchIn(document);
    const first = Math.floor(stretch.start / PART);
    const count = Math.max(Math.ceil(stretch.end / PART) - first, 1);
    const found = Array.from({ length: count }, (_, index) => search(first + index));
    return reaching(joined(found.flat()), stretch).map((span) => ({
      start: Math.max(span.start, stretch.start),
      end: Math.min(span.end, stretch.end),
    }));
  };
}

/** Remembers the search of each part by its number. */
function byParts(
  { source: { text } }: Document,
  search: (part: Span) => readonly Span[],
): (part: number) => readonly Span[] {
  const starting = (start: number): readonly Span[] => search({ start, end: Math.min(start + PART, text.length) });
  return oncePerKey(Number, (part: number) => starting(part * PART));
}
