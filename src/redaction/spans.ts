/**
 * Which stretches of a text must not be shown: what the schema marks as secret, and everything it cannot vouch for.
 * Fails closed: a value under a misspelt key may be a key to somebody's account.
 */
import type { Span } from "../diagnostic/diagnostic.js";
import type { Document } from "../document/parse.js";
import { spanWithin } from "../document/within.js";
import { type ObjectPlace, type Place, placeOf } from "../schema/place.js";
import { configShape, type Shape } from "../schema/shape.js";
import { suggest } from "../text/suggest.js";
import { hiddenIn } from "./arguments.js";
import { credentialSpans } from "./credentials.js";
import { holdsSecret, isSchemaWord, mayShow } from "./visible.js";
import { wordSpans } from "./words.js";

/** How far around a stretch of text the shape of a credential is looked for. */
const SURROUNDINGS = 4096;

/** The hidden spans within a stretch of one line of a document, in order, not overlapping. `values`: those of its values. */
export function hiddenSpans(
  document: Document,
  stretch: Span,
  words: RegExp | undefined,
  values: readonly Span[],
): readonly Span[] {
  const { text } = document.source;
  const from = Math.max(stretch.start - SURROUNDINGS, 0);
  const around = text.slice(from, stretch.end + SURROUNDINGS);
  const byText = [
    ...(document.root === undefined ? unreadableSpans(around) : []),
    ...credentialSpans(around),
    ...wordSpans(around, words),
  ];
  const shifted = byText.map(({ start, end }) => ({ start: from + start, end: from + end }));
  const inside = [...shifted, ...reaching(values, stretch)].filter(
    ({ start, end }) => start < stretch.end && end > stretch.start,
  );
  return joined(inside).map(({ start, end }) => ({
    start: Math.max(start, stretch.start),
    end: Math.min(end, stretch.end),
  }));
}

/** Those of some spans that reach into a stretch, found by halving: they are in order and do not overlap. */
function reaching(spans: readonly Span[], stretch: Span): readonly Span[] {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.end ?? 0) <= stretch.start) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while ((spans[end]?.start ?? stretch.end) < stretch.end) end += 1;
  return spans.slice(low, end);
}

/** Spans of all names and values of a document that may be secret or hold a secret word, in order, not overlapping. */
export function valueSpans(document: Document, words: RegExp | undefined): readonly Span[] {
  const found: Span[] = [...document.leftOut];
  if (document.root !== undefined) collect(placeOf(document.root, configShape), { document, words, found });
  return joined(found);
}

interface Search {
  readonly document: Document;
  readonly words: RegExp | undefined;
  readonly found: Span[];
}

function collect(place: Place, search: Search): void {
  const { document, words, found } = search;
  const { node } = place;
  if (place.kind === "scalar") {
    // A word may be spelt with escapes or over several lines, so what counts is the value and not its spelling.
    if (!mayShow(place) || wordSpans(String(place.value), words).length > 0) found.push(node.span);
  } else if (place.kind === "list") {
    for (const [index, item] of place.items.entries()) {
      const within = credentialAt(place.items, index);
      const scalar = item.node.kind === "scalar" ? item.node : undefined;
      if (within && scalar) found.push(spanWithin(document, scalar, within) ?? scalar.span);
      collect(item, search);
    }
  } else {
    for (const [key, child] of place.entries) {
      if (child.keySpan !== undefined && isHiddenName(key, place, words)) found.push(child.keySpan);
      const isUnknown = child.shape === undefined && place.variant !== undefined;
      collect(isUnknown ? guessed(key, child, place.variant) : child, search);
    }
  }
}

/** Where an item of a list is, or contains, a credential: by the item before it, or by its own shape. */
export function credentialAt(items: readonly Place[], index: number): Span | undefined {
  const [before, item] = [items[index - 1], items[index]];
  if (item?.kind !== "scalar" || typeof item.value !== "string") return undefined;
  return hiddenIn(item.value, before?.kind === "scalar" ? before.value : undefined);
}

function isHiddenName(key: string, object: ObjectPlace, words: RegExp | undefined): boolean {
  return (object.variant !== undefined && isMisplaced(key, object.variant)) || wordSpans(key, words).length > 0;
}

/** A name that cannot be one may hold the secret itself: `"X-Key: secret"` among headers, `key:secret` without its space. */
function isMisplaced(key: string, shape: Shape): boolean {
  const { names, rest } = shape;
  if (names?.pattern !== undefined && rest !== undefined && holdsSecret(rest)) return !names.pattern.test(key);
  return shape.tag === undefined && !shape.open && rest === undefined && !shape.properties.has(key) && /[:=]/.test(key);
}

/** An unknown key is taken for the key it resembles; one that resembles none, among secret keys, is not vouched for. */
function guessed(key: string, { node, keySpan }: Place, shape: Shape): Place {
  const meant = suggest(key, shape.properties.keys()).flatMap((name) => shape.properties.get(name) ?? []);
  const guess = meant.find(holdsSecret) ?? (holdsSecret(shape) ? undefined : (meant[0] ?? shape));
  return placeOf(node, guess, undefined, keySpan);
}

/** In a text without a tree nobody knows what is secret: only punctuation and the schema's own words are shown. */
function unreadableSpans(text: string): readonly Span[] {
  return Array.from(text.matchAll(/[^\s{}[\],:"'#&*|>]{3,}/g), ({ 0: word, index }) => ({
    word,
    start: index,
    end: index + word.length,
  })).filter(({ word }) => !isSchemaWord(word));
}

function joined(spans: readonly Span[]): readonly Span[] {
  const all: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const last = all.at(-1);
    if (last !== undefined && span.start <= last.end)
      all[all.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
    else all.push(span);
  }
  return all;
}
