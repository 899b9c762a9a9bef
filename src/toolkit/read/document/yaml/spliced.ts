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
  // What an anchor stands for may be used anywhere.
  if (/[&*]/.test(old)) return undefined;
  const { start, end } = changeIn(old, text);
  const by = text.length - old.length;
  const sections = [...root.entries];
  const inRoot = lastBefore(sections, start);
  const [name, section] = sections[inRoot] ?? [];
  if (name === undefined || section?.value.kind !== "mapping") return undefined;
  HEADER.lastIndex = section.keySpan.start;
  if (old[section.keySpan.start - 1] !== "\n" || !HEADER.test(old)) return undefined;
  const entries = [...section.value.entries];
  const inSection = lastBefore(entries, start);
  const key = entries[inSection]?.[1].keySpan.start;
  if (key === undefined || key < HEADER.lastIndex) return undefined;
  const line = lineStart(old, key);
  const next = entries[inSection + 1]?.[1] ?? sections[inRoot + 1]?.[1];
  const limit = next === undefined ? old.length : lineStart(old, next.keySpan.start);
  // The line break before what follows stays.
  if (start < key || end >= limit || old[limit - 1] !== "\n" || !/^ +$/.test(old.slice(line, key))) return undefined;
  const part = readQuick(STAND_IN + text.slice(line, limit + by));
  if (part?.root?.kind !== "mapping" || part.root.entries.size > 1 || part.problems.length > 0) return undefined;
  const [[, { value: read } = {}] = []] = part.root.entries;
  if (read?.kind !== "mapping") return undefined;
  const own = moved(read, line - STAND_IN.length);
  const [[, first] = []] = own.kind === "mapping" ? own.entries : [];
  if (own.kind !== "mapping" || first?.keySpan.start !== key) return undefined;
  const others = new Set([...entries.slice(0, inSection), ...entries.slice(inSection + 1)].map(([other]) => other));
  if ([...own.entries.keys()].some((other) => others.has(other))) return undefined;
  const inside = new Map([
    ...entries.slice(0, inSection),
    ...own.entries,
    ...movedEntries(entries.slice(inSection + 1), by),
  ]);
  const isLast = inSection === entries.length - 1;
  const innerEnd = isLast ? own.span.end : section.value.span.end + by;
  const value = { ...section.value, entries: inside, span: { start: section.value.span.start, end: innerEnd } };
  const all = new Map([
    ...sections.slice(0, inRoot),
    [name, { ...section, value }] as const,
    ...movedEntries(sections.slice(inRoot + 1), by),
  ]);
  const outerEnd = inRoot === sections.length - 1 ? innerEnd : root.span.end + by;
  const whole: Mapping = { kind: "mapping", entries: all, span: { start: root.span.start, end: outerEnd } };
  return { root: whole, problems: [], leftOut: [] };
}

/**
 * The span of the earlier text that is not in the later one as it was. What may be at either end of it is at its beginning: a new line belongs to
 * the entry above it.
 */
function changeIn(old: string, text: string): Span {
  const shorter = Math.min(old.length, text.length);
  let same = 0;
  while (same < shorter && old.charCodeAt(old.length - 1 - same) === text.charCodeAt(text.length - 1 - same)) same += 1;
  let start = 0;
  while (start < shorter - same && old.charCodeAt(start) === text.charCodeAt(start)) start += 1;
  return { start, end: old.length - same };
}

/** The index of the last entry whose key begins at an offset or before it. */
function lastBefore(entries: readonly (readonly [string, Entry])[], offset: number): number {
  return entries.findLastIndex(([, { keySpan }]) => keySpan.start <= offset);
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}

function movedEntries(entries: Iterable<readonly [string, Entry]>, by: number): Iterable<readonly [string, Entry]> {
  if (by === 0) return entries;
  return Array.from(entries, ([name, { keySpan, value }]) => [
    name,
    { keySpan: movedSpan(keySpan, by), value: moved(value, by) },
  ]);
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
    case "mapping":
      return { kind: "mapping", entries: new Map(movedEntries(node.entries, by)), span };
  }
}

function movedSpan({ start, end }: Span, by: number): Span {
  return { start: start + by, end: end + by };
}
