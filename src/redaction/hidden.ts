/** What of a file must not be shown where it is quoted. */
import type { Span } from "../diagnostic/diagnostic.js";
import type { Document } from "../document/parse.js";
import { reaching } from "./cover.js";
import { hiddenSpans } from "./spans.js";
import { secretWords } from "./words.js";

/** The hidden spans within a stretch of a document, in order, not overlapping. */
export type Hidden = (document: Document, stretch: Span) => readonly Span[];

/** In characters. What is shown of a large document is little, and most of it in few places. */
const PART = 16_384;

/** For the texts of some documents: what one of them declares secret is secret in all. Each part of a document is searched once. */
export function hiddenIn(documents: readonly Document[]): Hidden {
  const words = secretWords(documents);
  const searches = new WeakMap<Document, (part: Span) => readonly Span[]>();
  return (document, stretch) => {
    const search = searches.get(document) ?? byParts(hiddenSpans(document, words));
    searches.set(document, search);
    const { length } = document.source.text;
    const start = stretch.start - (stretch.start % PART);
    const found = search({ start, end: Math.min(Math.ceil(stretch.end / PART) * PART, length) });
    return reaching(found, stretch).map((span) => ({
      start: Math.max(span.start, stretch.start),
      end: Math.min(span.end, stretch.end),
    }));
  };
}

function byParts(search: (part: Span) => readonly Span[]): (part: Span) => readonly Span[] {
  const known = new Map<string, readonly Span[]>();
  return (part) => {
    const key = `${part.start} ${part.end}`;
    const found = known.get(key) ?? search(part);
    known.set(key, found);
    return found;
  };
}
