/**
 * Reads a YAML text that differs from an earlier one inside one entry of a section, as it does while somebody types: only that entry is read,
 * and the rest of the tree moves. The tree is the one that reading the whole text gives.
 */
import type { Span } from "../../diagnostic/diagnostic.js";
import type { ParseResult } from "../builder.js";
import type { Entry, Mapping, Node, Scalar } from "../node.js";
import { readQuick } from "./quick/reader.js";

/** The earlier text and its tree, which was read without a problem. */
interface Earlier {
  readonly text: string;
  readonly root: Mapping;
}

/** The line of a section whose entries are below it. */
const HEADER = /\w[\w./-]*: *(?: #[^\n]*)?\r?\n/y;

/** Stands in the place of the section, so that its entry can be read alone. */
const STAND_IN = "s:\n";

/** Undefined where the whole text has to be read. */
export function spliced({ text: old, root }: Earlier, text: string): ParseResult | undefined {
  if (text === old) return { root, problems: [], leftOut: [] };
  // What an anchor stands for may be used anywhere.
  if (/[&*]/.test(old)) return undefined;
  const { start, end } = changeIn(old, text);
  const by = text.length - old.length;
  const section = entryAt(root, start);
  if (section?.entry.value.kind !== "mapping") return undefined;
  const { value: around, keySpan } = section.entry;
  // Between brackets, lines show nothing.
  if (old[root.span.start] === "{" || old[around.span.start] === "{") return undefined;
  HEADER.lastIndex = keySpan.start;
  if (old[keySpan.start - 1] !== "\n" || !HEADER.test(old)) return undefined;
  const changed = entryAt(around, start);
  if (changed === undefined) return undefined;
  const key = changed.entry.keySpan.start;
  const line = lineStart(old, key);
  const next = changed.next ?? section.next;
  const limit = next === undefined ? old.length : lineStart(old, next.keySpan.start);
  // The line break before what follows stays.
  if (end >= limit || old[limit - 1] !== "\n" || !/^ +$/.test(old.slice(line, key))) return undefined;
  const own = ownEntries(text.slice(line, limit + by), line, key);
  if (own === undefined) return undefined;
  for (const name of own.entries.keys()) if (name !== changed.name && around.entries.has(name)) return undefined;
  const inner = replaced(around, changed, own.entries, by, own.span.end);
  const all = new Map([[section.name, { keySpan, value: inner }]]);
  return { root: replaced(root, section, all, by, inner.span.end), problems: [], leftOut: [] };
}

/** An entry of a mapping, and the one behind it. */
interface Found {
  readonly name: string;
  readonly entry: Entry;
  readonly next: Entry | undefined;
}

/** The last entry whose key begins at an offset or before it. */
function entryAt({ entries }: Mapping, offset: number): Found | undefined {
  let found: Omit<Found, "next"> | undefined;
  for (const [name, entry] of entries) {
    if (entry.keySpan.start > offset) return found && { ...found, next: entry };
    found = { name, entry };
  }
  return found && { ...found, next: undefined };
}

/** The mapping that the lines of an entry make alone, if its first key is still at the same place; `line`: where they begin. */
function ownEntries(lines: string, line: number, key: number): Mapping | undefined {
  const part = readQuick(STAND_IN + lines);
  if (part?.root?.kind !== "mapping" || part.root.entries.size > 1 || part.problems.length > 0) return undefined;
  const [[, { value } = {}] = []] = part.root.entries;
  const own = value && moved(value, line - STAND_IN.length);
  if (own?.kind !== "mapping") return undefined;
  const [[, first] = []] = own.entries;
  return first?.keySpan.start === key ? own : undefined;
}

/** The mapping with other entries in the place of one, and those behind it moved. `end`: of the new entries, which may be the last. */
function replaced(
  { entries, span }: Mapping,
  { name: gone, next }: Found,
  own: ReadonlyMap<string, Entry>,
  by: number,
  end: number,
): Mapping {
  const all = new Map<string, Entry>();
  let isBehind = false;
  for (const [name, entry] of entries) {
    if (name !== gone) all.set(name, isBehind ? movedEntry(entry, by) : entry);
    else {
      isBehind = true;
      for (const [other, one] of own) all.set(other, one);
    }
  }
  return { kind: "mapping", entries: all, span: { start: span.start, end: next === undefined ? end : span.end + by } };
}

/**
 * The span of the earlier text that is not in the later one as it was. What may be at either end of it is at its beginning: a new line belongs to
 * the entry above it.
 */
function changeIn(old: string, text: string): Span {
  const shorter = Math.min(old.length, text.length);
  const by = text.length - old.length;
  let end = old.length;
  const least = old.length - shorter;
  while (end - CHUNK >= least && text.startsWith(old.slice(end - CHUNK, end), end - CHUNK + by)) end -= CHUNK;
  while (end > least && old.charCodeAt(end - 1) === text.charCodeAt(end - 1 + by)) end -= 1;
  const most = shorter - (old.length - end);
  let start = 0;
  while (start + CHUNK <= most && text.startsWith(old.slice(start, start + CHUNK), start)) start += CHUNK;
  while (start < most && old.charCodeAt(start) === text.charCodeAt(start)) start += 1;
  return { start, end };
}

/** So many characters are compared at once: a loop that seldom runs is not optimised, and takes a hundred thousand steps in a long text. */
const CHUNK = 1024;

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}

function movedEntry(entry: Entry, by: number): Entry {
  return by === 0 ? entry : { keySpan: movedSpan(entry.keySpan, by), value: moved(entry.value, by) };
}

/** The same tree at another place of a text. */
function moved(node: Node, by: number): Node {
  if (by === 0) return node;
  const span = movedSpan(node.span, by);
  switch (node.kind) {
    case "scalar": {
      const { value, digits } = node;
      const scalar: Scalar = { kind: "scalar", value, span };
      return digits === undefined ? scalar : { ...scalar, digits };
    }
    case "sequence":
      return { kind: "sequence", items: node.items.map((item) => moved(item, by)), span };
    case "mapping": {
      const entries = new Map<string, Entry>();
      for (const [name, entry] of node.entries) entries.set(name, movedEntry(entry, by));
      return { kind: "mapping", entries, span };
    }
  }
}

function movedSpan({ start, end }: Span, by: number): Span {
  return { start: start + by, end: end + by };
}
