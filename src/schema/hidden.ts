/**
 * Which stretches of a text must not be shown: what the schema marks as secret, and everything it cannot vouch for.
 * Fails closed: a value under a misspelt key may be a key to somebody's account.
 */
import type { Document } from "../document/document.js";
import type { Node, Scalar } from "../document/node.js";
import { find } from "../document/node.js";
import type { Span } from "../document/source.js";
import { credentialSpans } from "../printable.js";
import { acceptsType, configShape, keyShape, type Shape, variantOf } from "./shape.js";
import { suggest } from "./suggest.js";

/** The shortest secret word that is looked for inside other text; a shorter one would hide too much. */
const SHORTEST_WORD = 4;

/** The words that a configuration itself declares secret (spec 2.7), as far as they can be searched for. */
export function secretWords(document: Document): readonly string[] {
  const list = document.root && find(document.root, ["permissions", "secret_words"])?.node;
  if (list?.kind !== "sequence") return [];
  return list.items
    .flatMap((item) => (item.kind === "scalar" && typeof item.value === "string" ? [item.value] : []))
    .filter((word) => word.length >= SHORTEST_WORD);
}

/** The hidden spans within one line of a document, in order, not overlapping. */
export function hiddenSpans(document: Document, line: Span, words: readonly string[]): readonly Span[] {
  const text = document.source.text.slice(line.start, line.end);
  const inLine = document.root === undefined ? unreadableSpans(text) : [];
  const matches = [...inLine, ...credentialSpans(text), ...words.flatMap((word) => occurrences(text, word))];
  const spans = matches.map(({ start, end }) => ({ start: line.start + start, end: line.start + end }));
  return merge([...spans, ...valuesOf(document).filter((span) => span.start < line.end && span.end > line.start)]).map(
    (span) => ({
      start: Math.max(span.start, line.start),
      end: Math.min(span.end, line.end),
    }),
  );
}

const cache = new WeakMap<Document, readonly Span[]>();

/** Spans of all values that may be secret. */
function valuesOf(document: Document): readonly Span[] {
  const known = cache.get(document);
  if (known !== undefined) return known;
  const spans: Span[] = [];
  if (document.root !== undefined) collect(document.root, configShape, spans);
  cache.set(document, spans);
  return spans;
}

function collect(node: Node, shape: Shape | undefined, spans: Span[]): void {
  if (node.kind === "scalar") {
    if (!mayShow(node.value, shape)) spans.push(node.span);
  } else if (node.kind === "sequence") {
    for (const item of node.items) collect(item, shape?.items, spans);
  } else {
    const tag = shape?.tag === undefined ? undefined : node.entries.get(shape.tag.key)?.value;
    const chosen = shape && variantOf(shape, tag?.kind === "scalar" ? tag.value : undefined);
    for (const [key, { value }] of node.entries)
      collect(value, chosen ? guess(chosen, key) : inAnyVariant(shape, key), spans);
  }
}

/** An unknown key is taken for the key it resembles; one that resembles none, among secret keys, is not vouched for. */
function guess(shape: Shape, key: string): Shape | undefined {
  const known = keyShape(shape, key);
  if (known !== undefined) return known;
  const meant = suggest(key, shape.properties.keys()).flatMap((name) => shape.properties.get(name) ?? []);
  return meant.find(holdsSecret) ?? meant[0] ?? (holdsSecret(shape) ? undefined : shape);
}

/** With an unknown tag, a key is what some variant says it is; the more secret one wins. */
function inAnyVariant(shape: Shape | undefined, key: string): Shape | undefined {
  const found = [...(shape?.tag?.variants.values() ?? [])].flatMap((variant) => variant.properties.get(key) ?? []);
  return found.find(holdsSecret) ?? found[0];
}

/** Whether a scalar may be shown at a place of this shape; undefined for a place that the schema does not know. */
export function mayShow(value: Scalar["value"], shape: Shape | undefined): boolean {
  if (value === null || typeof value === "boolean") return true;
  if (typeof value === "string" && (vocabulary().has(value) || REFERENCE.test(value))) return true;
  if (shape === undefined || shape.types === undefined) return false;
  return !holdsSecret(shape) || (acceptsType(shape, value) && shape.schema["x-secret"] !== true);
}

/** The name of a variable says nothing of its value. */
const REFERENCE = /^\$\{[A-Za-z_]\w*\}$/;

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

let words: ReadonlySet<string> | undefined;

/** Every word that the schema itself uses: such a word is nobody's secret. */
function vocabulary(): ReadonlySet<string> {
  words ??= new Set(["true", "false", "null", ...wordsOf(configShape)]);
  return words;
}

function* wordsOf(shape: Shape): Generator<string> {
  yield* shape.values ?? [];
  yield* shape.properties.keys();
  const parts = [shape.rest, shape.items, ...shape.properties.values(), ...(shape.tag?.variants.values() ?? [])];
  for (const part of parts) if (part !== undefined) yield* wordsOf(part);
}

/** In a text without a tree nobody knows what is secret: only keys, punctuation and the schema's own words are shown. */
function unreadableSpans(text: string): readonly Span[] {
  const spans: Span[] = [];
  for (const { 0: word, index } of text.matchAll(/[^\s{}[\],:"'#&*|>]{3,}/g)) {
    const isKey = /^["']?\s*:(?:\s|$)/.test(text.slice(index + word.length, index + word.length + 8));
    if (!isKey && !vocabulary().has(word)) spans.push({ start: index, end: index + word.length });
  }
  return spans;
}

function occurrences(text: string, word: string): readonly Span[] {
  const spans: Span[] = [];
  for (let start = text.indexOf(word); start !== -1; start = text.indexOf(word, start + word.length))
    spans.push({ start, end: start + word.length });
  return spans;
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
