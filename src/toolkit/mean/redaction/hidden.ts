/** Finds the spans of a file that quotations must hide. */

import { mayNameCredential, namesCredential } from "../../../text/credential-names.js";
import { once, oncePer, oncePerKey } from "../../../text/once.js";
import type { Span } from "../../read/diagnostic/diagnostic.js";
import type { Node } from "../../read/document/node.js";
import type { Document } from "../../read/document/parse.js";
import { isAlias, spanWithin } from "../../read/document/within.js";
import { type Place, placeOf, type ScalarPlace } from "../../read/schema/place.js";
import { configShape, type Shape } from "../../read/schema/shape.js";
import { cutUsersIn, secretsInBroken } from "./broken-lines.js";
import { joined, reaching } from "./cover.js";
import { opensNothing, secretsIn } from "./credentials.js";
import { valuesIn } from "./pairs.js";
import { isSchemaWord, withoutReferences } from "./references.js";
import { entryAt, itemSecrecy, type Secrecy } from "./secrecy.js";
import { secretsInName, secretsOf, secretsOfItem } from "./values.js";
import { type Declaring, type SecretWords, wordsOf } from "./words.js";

/** The hidden spans within a stretch of a document, in order, not overlapping. */
export type Hidden = (document: Document, stretch: Span) => readonly Span[];

/** In characters. Quotations from a large document are short, and most of them come from few parts. */
const PART = 16_384;

/**
 * Finds hidden spans in the documents of some layers: a user's secret word is secret in all, a project's in the values of that project. Each
 * part of a document is searched once.
 */
export function hiddenIn(sources: readonly Declaring[]): Hidden {
  const words = wordsOf(sources);
  const searchIn = oncePer((document: Document) =>
    byParts(document, hiddenSpans(document, words.in(document), words.ofUser)),
  );
  return (document, stretch) => {
    const search = searchIn(document);
    const first = Math.floor(stretch.start / PART);
    const count = Math.max(Math.ceil(stretch.end / PART) - first, 1);
    const parts = Array.from({ length: count }, (_, index) => search(first + index));
    return reaching(joined(parts.flat()), stretch).map((span) => ({
      start: Math.max(span.start, stretch.start),
      end: Math.min(span.end, stretch.end),
    }));
  };
}

/** All hidden spans of a document of some layers. A comment hides the values of secret keys in it, as unreadable text does. */
export function hiddenThroughout(document: Document, sources: readonly Declaring[]): readonly Span[] {
  const words = wordsOf(sources);
  const search = hiddenSpans(document, words.in(document), words.ofUser, true);
  return search({ start: 0, end: document.source.text.length });
}

/** Remembers the search of each part by its number. */
function byParts(
  { source: { text } }: Document,
  search: (part: Span) => readonly Span[],
): (part: number) => readonly Span[] {
  const starting = (start: number): readonly Span[] => search({ start, end: Math.min(start + PART, text.length) });
  return oncePerKey(Number, (part: number) => starting(part * PART));
}

/** Finds the hidden spans that overlap a part of a document: in order, not overlapping each other. Takes time linear in the text. */
export function hiddenSpans(
  document: Document,
  words: SecretWords,
  inNames: SecretWords = words,
  isOutsideUnread = false,
): (part: Span) => readonly Span[] {
  const { root, source } = document;
  const { text } = source;
  const tree = once(() => root && treeOf(root));
  const mayAlias = text.includes("*");
  const leftOut = joined(document.leftOut);
  // An unreadable text is one gap, which every part overlaps.
  const inGap = oncePerKey(nameOf, (gap: Span) => {
    const isUnread = isOutsideUnread || root === undefined || reaching(leftOut, gap).length > 0;
    return secretsInRaw(text.slice(gap.start, gap.end), isUnread, words).map((span) => shifted(span, gap.start));
  });
  const hasWord = ({ start, end }: Span): boolean => end - start >= 3 && /\w{3}/.test(text.slice(start, end));
  return (part) => {
    const search: Search = { document, words, inNames, part, mayAlias, hidden: [], known: [] };
    const whole = tree();
    if (whole !== undefined) collect(whole, "open", search);
    const between = reaching(gaps(text.length, joined(search.known)), part)
      .filter(hasWord)
      .flatMap(inGap);
    return reaching(joined([...search.hidden, ...between]), part);
  };
}

const treeOf = oncePer((root: Node) => placeOf(root, configShape));

function nameOf({ start, end }: Span): string {
  return `${start} ${end}`;
}

interface Search {
  readonly document: Document;
  readonly words: SecretWords;
  /** The words to hide in names. */
  readonly inNames: SecretWords;
  readonly part: Span;
  /** Whether an alias may be anywhere in the text. */
  readonly mayAlias: boolean;
  /** The spans to hide. */
  readonly hidden: Span[];
  /** The spans of names and values in the tree. */
  readonly known: Span[];
}

function collect(place: Place, secrecy: Secrecy, search: Search): void {
  const { words } = search;
  if (place.kind === "scalar") {
    collectScalar(place, secretsOf(place, secrecy, words), search);
  } else if (place.kind === "list") {
    const { from, to } = nearPart(place.items, search);
    for (let index = from; index < to; index += 1) {
      const item = place.items[index];
      if (item === undefined) continue;
      const own = itemSecrecy(item, secrecy);
      if (item.kind === "scalar") collectScalar(item, secretsOfItem(place.items, index, own, words), search);
      else collect(item, own, search);
    }
  } else {
    const { from, to } = nearPart([...place.entries.values()], search);
    for (const key of [...place.entries.keys()].slice(from, to)) {
      const child = entryAt(place, key, secrecy);
      if (child?.place.keySpan !== undefined) collectName(key, child.place.keySpan, search);
      if (child !== undefined) collect(child.place, child.secrecy, search);
    }
  }
}

/** The range of children that overlap the part, and one more on either side, to bound the gaps. With aliases, all children. */
function nearPart(
  children: readonly Place[],
  { part, mayAlias }: Search,
): { readonly from: number; readonly to: number } {
  const { length } = children;
  if (mayAlias) return { from: 0, to: length };
  const first = children.findIndex(({ node }) => node.span.end >= part.start);
  const behind = children.findIndex(({ node, keySpan }) => (keySpan ?? node.span).start > part.end);
  return { from: Math.max((first === -1 ? length : first) - 1, 0), to: behind === -1 ? length : behind + 1 };
}

/** A text with more secret parts than this is hidden whole. */
const MOST_PARTS = 16;

function collectScalar({ node, value }: ScalarPlace, secrets: readonly Span[], search: Search): void {
  const { document, hidden, known } = search;
  known.push(node.span);
  // An alias does not spell the value of its anchor.
  if (secrets.length === 0 || node.kind !== "scalar" || isAlias(node)) return;
  const isWhole = secrets.some(({ start, end }) => end - start === String(value).length);
  if (isWhole || secrets.length > MOST_PARTS) hidden.push(node.span);
  else hidden.push(...secrets.map((span) => spanWithin(document, node, span) ?? node.span));
}

function collectName(key: string, span: Span, { document, inNames, hidden, known }: Search): void {
  known.push(span);
  const secrets = secretsInName(key, inNames);
  if (secrets.length === 0) return;
  const name = { kind: "scalar", value: key, span } as const;
  hidden.push(...secrets.slice(0, MOST_PARTS).map((part) => spanWithin(document, name, part) ?? span));
  if (secrets.length > MOST_PARTS) hidden.push(span);
}

function gaps(length: number, known: readonly Span[]): readonly Span[] {
  const starts = [0, ...known.map(({ end }) => end)];
  const ends = [...known.map(({ start }) => start), length];
  return starts.map((start, index) => ({ start, end: ends[index] ?? length })).filter(({ start, end }) => start < end);
}

/**
 * Secrets outside the tree: in comments, left-out parts and unreadable text. In unreadable text, the names of the schema's secret keys also
 * mark secrets.
 */
function secretsInRaw(text: string, isUnread: boolean, words: SecretWords): readonly Span[] {
  const named = isUnread
    ? [text, ...withoutMarks(text)]
        .flatMap((some) => valuesIn(some, (name) => secretNames().has(name) || mayNameCredential(name)))
        .filter(({ start, end }) => !opensNothing(text.slice(start, end)))
    : [];
  const broken = isUnread
    ? [...secretsInBroken(text, (name) => secretNames().has(name) || namesCredential(name)), ...cutUsersIn(text)]
    : [];
  const declared = words.spansIn(text).filter(({ start, end }) => !isSchemaWord(text.slice(start, end)));
  const values = named.flatMap((span) => withoutReferences(text, span));
  return joined([...values, ...broken, ...secretsIn(text), ...declared]);
}

/** A text whose lines of comments are lines of a file: with blanks for their marks. None if no line below a name can be its value. */
function withoutMarks(text: string): readonly string[] {
  if (!/^[ \t]*#.*[:|>][-+\d]*[ \t]*\r?$/m.test(text)) return [];
  return [text.replace(/^[ \t]*#+/gm, (mark) => " ".repeat(mark.length))];
}

let names: ReadonlySet<string> | undefined;

/** The keys with secret values in the schema. */
function secretNames(): ReadonlySet<string> {
  names ??= new Set(secretKeys(configShape));
  return names;
}

function* secretKeys({ properties, rest, items, tag }: Shape): Generator<string> {
  for (const [key, { schema, items: inside }] of properties)
    if (schema["x-secret"] === true || inside?.schema["x-secret"] === true) yield key;
  for (const part of [rest, items, ...properties.values(), ...(tag?.variants.values() ?? [])])
    if (part !== undefined) yield* secretKeys(part);
}

function shifted({ start, end }: Span, by: number): Span {
  return { start: start + by, end: end + by };
}
