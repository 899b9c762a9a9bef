/** What hides secrets: in texts, in values and in files. The one place that decides what may be shown. */

import type { Setting } from "../configuration/setting.js";
import type { Span } from "../diagnostic/diagnostic.js";
import type { Json } from "../document/data.js";
import type { Document } from "../document/parse.js";
import type { Place } from "../schema/place.js";
import type { Path } from "../text/path.js";
import { REDACTED, withoutCredentials } from "./credentials.js";
import { credentialAt, hiddenSpans, valueSpans } from "./spans.js";
import { isSchemaWord, mayShow } from "./visible.js";
import { secretWords } from "./words.js";

export interface Redactor {
  /** A text without the words that the configurations declare secret, and without what looks like a credential. */
  text(text: string): string;
  /** A path without such words; names that the schema has are no secrets. */
  path(path: Path): Path;
  /** A value with `<redacted>` in place of what must not be seen: secrets, what comes from outside the files, and all that the schema cannot vouch for. */
  json(place: Place | Setting): Json;
  /** The hidden spans within a stretch of one line of a document, in order, not overlapping. */
  spans(document: Document, stretch: Span): readonly Span[];
}

/** A redactor for texts and values of some documents: what one of them declares secret is secret in all. */
export function redactorFor(documents: readonly Document[]): Redactor {
  const words = secretWords(documents);
  const spansOf = new WeakMap<Document, readonly Span[]>();
  const withoutWords = (text: string): string => (words === undefined ? text : text.replace(words, REDACTED));
  const text = (shown: string): string => withoutWords(withoutCredentials(shown));
  const json = (place: Place | Setting): Json => {
    switch (place.kind) {
      case "list":
        return place.items.map((item, index) => withoutSpan(json(item), credentialAt(place.items, index)));
      case "object":
        return Object.fromEntries(Array.from(place.entries, ([key, child]) => [key, json(child)]));
      case "scalar":
        if (!mayShow(place) || ("isForeign" in place && place.isForeign)) return REDACTED;
        return typeof place.value === "string" ? text(place.value) : place.value;
    }
  };
  return {
    text,
    path: (path) => path.map((step) => (isSchemaWord(String(step)) ? step : withoutWords(String(step)))),
    json,
    spans: (document, stretch) => {
      const values = spansOf.get(document) ?? valueSpans(document, words);
      spansOf.set(document, values);
      return hiddenSpans(document, stretch, words, values);
    },
  };
}

/** What is shown of an item without the credential in it. Where something in it is hidden already, it is hidden whole. */
function withoutSpan(shown: Json, span: Span | undefined): Json {
  if (span === undefined || typeof shown !== "string") return shown;
  return shown.includes(REDACTED) ? REDACTED : `${shown.slice(0, span.start)}${REDACTED}${shown.slice(span.end)}`;
}
