/**
 * Which stretches of a text must not be shown: what the schema marks as secret, and everything it cannot vouch for.
 * Fails closed: a value under a misspelt key may be a key to somebody's account.
 */

import type { Document } from "../document/document.js";
import type { Node, Scalar } from "../document/node.js";
import type { Span } from "../document/source.js";
import { acceptsType, configShape, keyShape, type Shape, variantOf } from "../schema/shape.js";
import { credentialSpans } from "../text/printable.js";
import { suggest } from "../text/suggest.js";
import { isCredentialFlag } from "./credential.js";
import { collectWords } from "./words.js";

/** How far around a stretch of text the shape of a credential is looked for. */
const SURROUNDINGS = 4096;

/** The hidden spans within a stretch of one line of a document, in order, not overlapping. */
export function hiddenSpans(document: Document, stretch: Span, words: RegExp | undefined): readonly Span[] {
  const { text } = document.source;
  const from = Math.max(stretch.start - SURROUNDINGS, 0);
  const around = text.slice(from, stretch.end + SURROUNDINGS);
  const byText = [
    ...(document.root === undefined ? unreadableSpans(around) : []),
    ...credentialSpans(around),
    ...(words === undefined
      ? []
      : Array.from(around.matchAll(words), ({ 0: word, index }) => ({ start: index, end: index + word.length }))),
  ];
  const shifted = byText.map(({ start, end }) => ({ start: from + start, end: from + end }));
  const inside = [...shifted, ...valuesIn(document, stretch, words)].filter(
    ({ start, end }) => start < stretch.end && end > stretch.start,
  );
  return merge(inside).map(({ start, end }) => ({
    start: Math.max(start, stretch.start),
    end: Math.min(end, stretch.end),
  }));
}

/** The hidden values that reach into a stretch, found by halving: they are in order and do not overlap. */
function valuesIn(document: Document, stretch: Span, words: RegExp | undefined): readonly Span[] {
  const spans = valuesOf(document, words);
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

const cache = new WeakMap<Document, { readonly words: RegExp | undefined; readonly spans: readonly Span[] }>();

/** Spans of all names and values that may be secret or hold a secret word, in order. */
function valuesOf(document: Document, words: RegExp | undefined): readonly Span[] {
  const known = cache.get(document);
  if (known?.words === words && known !== undefined) return known.spans;
  const found: Span[] = [...document.leftOut];
  if (document.root !== undefined) {
    collect(document.root, configShape, found);
    if (words !== undefined) collectWords(document.root, words, found);
  }
  const spans = merge(found);
  cache.set(document, { words, spans });
  return spans;
}

function collect(node: Node, shape: Shape | undefined, spans: Span[]): void {
  if (node.kind === "scalar") {
    if (!mayShow(node.value, shape)) spans.push(node.span);
  } else if (node.kind === "sequence") {
    for (const [index, item] of node.items.entries()) {
      if (isCredentialFlag(scalarOf(node.items[index - 1])) && !isReference(scalarOf(item))) spans.push(item.span);
      collect(item, shape?.items, spans);
    }
  } else {
    const tag = shape?.tag === undefined ? undefined : node.entries.get(shape.tag.key)?.value;
    const chosen = shape && variantOf(shape, tag?.kind === "scalar" ? tag.value : undefined);
    for (const [key, { keySpan, value }] of node.entries) {
      if (chosen !== undefined && isMisplaced(key, chosen)) spans.push(keySpan);
      collect(value, chosen ? guess(chosen, key) : inAnyVariant(shape, key), spans);
    }
  }
}

function scalarOf(node: Node | undefined): unknown {
  return node?.kind === "scalar" ? node.value : undefined;
}

/** A name that cannot be one may hold the secret itself: `"X-Key: secret"` among headers, `key:secret` without its space. */
function isMisplaced(key: string, shape: Shape): boolean {
  const { names, rest } = shape;
  if (names?.pattern !== undefined && rest !== undefined && holdsSecret(rest)) return !names.pattern.test(key);
  return shape.tag === undefined && keyShape(shape, key) === undefined && /[:=]/.test(key);
}

/** An unknown key is taken for the key it resembles; one that resembles none, among secret keys, is not vouched for. */
function guess(shape: Shape, key: string): Shape | undefined {
  const known = keyShape(shape, key);
  if (known !== undefined) return known;
  const meant = suggest(key, shape.properties.keys()).flatMap((name) => shape.properties.get(name) ?? []);
  return meant.find(holdsSecret) ?? (holdsSecret(shape) ? undefined : (meant[0] ?? shape));
}

/** With an unknown tag, a key is what some variant says it is; the more secret one wins. */
function inAnyVariant(shape: Shape | undefined, key: string): Shape | undefined {
  const found = [...(shape?.tag?.variants.values() ?? [])].flatMap((variant) => variant.properties.get(key) ?? []);
  return found.find(holdsSecret) ?? found[0];
}

/** Whether a scalar may be shown at a place of this shape; undefined for a place that the schema does not know. */
export function mayShow(value: Scalar["value"], shape: Shape | undefined): boolean {
  if (value === null || typeof value === "boolean") return true;
  if (typeof value === "string" && (vocabulary().has(value) || isReference(value))) return true;
  if (shape === undefined || shape.types === undefined) return false;
  return !holdsSecret(shape) || (acceptsType(shape, value) && shape.schema["x-secret"] !== true);
}

/** Whether a value is a variable and nothing else: its name says nothing of its value. */
export function isReference(value: unknown): boolean {
  return typeof value === "string" && /^\$\{[A-Za-z_]\w*\}$/.test(value);
}

const secretShapes = new WeakMap<Shape, boolean>();

/** Whether a shape is secret or has something secret inside. */
function holdsSecret(shape: Shape): boolean {
  const known = secretShapes.get(shape);
  if (known !== undefined) return known;
  const parts = [shape.rest, shape.items, ...shape.properties.values(), ...(shape.tag?.variants.values() ?? [])];
  const holds = shape.schema["x-secret"] === true || parts.some((part) => part !== undefined && holdsSecret(part));
  secretShapes.set(shape, holds);
  return holds;
}

/** Whether a name or value is one that the schema itself uses. */
export function isSchemaWord(word: string): boolean {
  return vocabulary().has(word);
}

let known: ReadonlySet<string> | undefined;

/** Every word that the schema itself uses: such a word is nobody's secret. */
function vocabulary(): ReadonlySet<string> {
  known ??= new Set(["true", "false", "null", ...wordsOf(configShape)]);
  return known;
}

function* wordsOf(shape: Shape): Generator<string> {
  yield* shape.values ?? [];
  yield* shape.properties.keys();
  const parts = [shape.rest, shape.items, ...shape.properties.values(), ...(shape.tag?.variants.values() ?? [])];
  for (const part of parts) if (part !== undefined) yield* wordsOf(part);
}

/** In a text without a tree nobody knows what is secret: only punctuation and the schema's own words are shown. */
function unreadableSpans(text: string): readonly Span[] {
  return Array.from(text.matchAll(/[^\s{}[\],:"'#&*|>]{3,}/g), ({ 0: word, index }) => ({
    word,
    start: index,
    end: index + word.length,
  })).filter(({ word }) => !vocabulary().has(word));
}

function merge(spans: readonly Span[]): readonly Span[] {
  const merged: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const last = merged.at(-1);
    if (last !== undefined && span.start <= last.end)
      merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
    else merged.push(span);
  }
  return merged;
}
