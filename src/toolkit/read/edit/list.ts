/** Writes a list over another one, and items into a list. An item that stays keeps its lines and its comments. */
import type { Path } from "../../../text/path.js";
import type { Span, TextEdit } from "../diagnostic/diagnostic.js";
import { find, type Node, type Sequence } from "../document/node.js";
import { type Document, parse } from "../document/parse.js";
import { lineAround } from "../document/source.js";
import { deletionOf } from "./delete.js";
import { commaAfter, dashOf, isFlow, lineBreakAt, linesEnd, solidEnd } from "./scalar.js";
import { digitsOf, exactOf, SPELLINGS, type Writable } from "./spelling.js";
import { applyEdits, editsBetween } from "./text-edits.js";

/** The most characters that are read again to write one list. */
const MOST_READ = 20_000_000;

/** The edits that turn the list at a path into another one; undefined if nothing of it stays, or only the author can write it so. */
export function listEdits(document: Document, path: Path, value: readonly Writable[]): readonly TextEdit[] | undefined {
  const part = excerptOf(document, path);
  if (part === undefined) return editsIn(document, path, value);
  return editsIn(part.document, [EXCERPT], value)?.map((edit) => ({
    ...edit,
    start: edit.start + part.shift,
    end: edit.end + part.shift,
  }));
}

/** A list in a document of its own. Each edit of a list reads its document again, and this one is short. */
interface Excerpt {
  readonly document: Document;
  /** From an offset in the excerpt to the one in the whole text. */
  readonly shift: number;
}

const EXCERPT = "list";

function excerptOf(document: Document, path: Path): Excerpt | undefined {
  const { source, format, root } = document;
  const list = listAt(document, path);
  const entry = root && find(root, path)?.entry;
  if (list === undefined || entry === undefined) return undefined;
  const isBraced = isFlow(document, list);
  const start = isBraced ? list.span.start : lineAround(source, entry.keySpan.end).end;
  const end = isBraced ? list.span.end : linesEnd(source, solidEnd(source, list.span), list);
  // Each format reads braces.
  const [before, after] = isBraced ? [`{"${EXCERPT}": `, "}"] : [`${EXCERPT}:`, "\n"];
  if (start > list.span.start) return undefined;
  const text = `${before}${source.text.slice(start, end)}${after}`;
  return { document: parse({ file: source.file, text }, format), shift: start - before.length };
}

function editsIn(document: Document, path: Path, value: readonly Writable[]): readonly TextEdit[] | undefined {
  const { source, format } = document;
  const list = listAt(document, path);
  if (list === undefined || list.items.length === 0 || value.length === 0) return undefined;
  const steps = stepsBetween(
    list.items.map((item) => digitsOf(exactOf(item))),
    value.map(digitsOf),
  );
  const isCommented = /#|\/[/*]/.test(source.text.slice(list.span.start, list.span.end));
  const staysWhole = steps.every(({ kind }) => kind !== "stay") && !isCommented;
  if (staysWhole || steps.length * source.text.length > MOST_READ) return undefined;
  const moved = new Map(gone(steps).map((index) => [digitsOf(exactOf(list.items[index] ?? list)), list.items[index]]));
  const spelled = (item: Writable): string => {
    const old = moved.get(digitsOf(item));
    moved.delete(digitsOf(item));
    return old === undefined ? SPELLINGS[format].value(item) : textOf(document, list, old);
  };
  const removed: number[] = [];
  let at = 0;
  let current: Document | undefined = document;
  for (const step of steps) {
    if (step.kind === "insert") {
      const items = value.slice(step.from, step.to).map(spelled);
      current = current && after(current, additions(current, path, at, items));
      at += items.length;
      continue;
    }
    if (step.kind === "remove") removed.push(at);
    at += 1;
  }
  for (const index of removed.toReversed()) current = current && after(current, deletionOf(current, [...path, index]));
  const written = current && listAt(current, path);
  const isMeant = written !== undefined && digitsOf(exactOf(written)) === digitsOf(value);
  return current !== undefined && isMeant ? editsBetween(source.text, current.source.text) : undefined;
}

function listAt({ root }: Document, path: Path): (Sequence & Node) | undefined {
  const node = root && find(root, path)?.node;
  return node?.kind === "sequence" && node.origin === undefined ? node : undefined;
}

/** The indexes of the items that steps remove. */
function gone(steps: readonly Step[]): readonly number[] {
  return steps.filter(({ kind }) => kind !== "insert").flatMap(({ kind }, index) => (kind === "remove" ? [index] : []));
}

/** The spelling of an item that moves, in a block with the comment behind it. */
function textOf(document: Document, list: Node, { span }: Node): string {
  const { source } = document;
  const end = solidEnd(source, span);
  return source.text.slice(span.start, isFlow(document, list) ? end : lineAround(source, end).end);
}

/** The document after some edits; undefined without them, and if they leave it unreadable. */
function after({ source, format }: Document, edits: readonly TextEdit[] | undefined): Document | undefined {
  if (edits === undefined) return undefined;
  const document = parse({ file: source.file, text: applyEdits(source.text, edits) }, format);
  return document.root === undefined ? undefined : document;
}

type Step =
  | { readonly kind: "stay" | "remove" }
  /** Inserts the new items from one index to another. */
  | { readonly kind: "insert"; readonly from: number; readonly to: number };

/** The steps from one list to another, in order; as many items stay as possible. */
function stepsBetween(old: readonly string[], fresh: readonly string[]): readonly Step[] {
  const most = Math.min(old.length, fresh.length);
  let start = 0;
  while (start < most && old[start] === fresh[start]) start += 1;
  let same = 0;
  while (same < most - start && old.at(-1 - same) === fresh.at(-1 - same)) same += 1;
  const kept = commonItems(old.slice(start, old.length - same), fresh.slice(start, fresh.length - same));
  const pairs = [...kept.map(([a, b]) => [a + start, b + start] as const), [old.length - same, fresh.length - same]];
  const steps: Step[] = old.slice(0, start).map(() => ({ kind: "stay" }));
  let [a, b] = [start, start];
  for (const [toOld = 0, toFresh = 0] of pairs) {
    for (; a < toOld; a += 1) steps.push({ kind: "remove" });
    if (b < toFresh) steps.push({ kind: "insert", from: b, to: toFresh });
    steps.push({ kind: "stay" });
    [a, b] = [toOld + 1, toFresh + 1];
  }
  // The last pair is where the common end begins.
  return [...steps.slice(0, -1), ...old.slice(old.length - same).map(() => ({ kind: "stay" as const }))];
}

/** The most comparisons of items. */
const MOST_COMPARED = 250_000;

/** The indexes of a longest common subsequence; none for lists that are too long to compare. */
function commonItems(a: readonly string[], b: readonly string[]): readonly (readonly [number, number])[] {
  if (a.length * b.length > MOST_COMPARED) return [];
  const longest = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  const at = (i: number, j: number): number => longest[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      longest[i]?.splice(j, 1, a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1)));
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) pairs.push([i++, j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  return pairs;
}

/** The edits that insert items into the list at a path, before the item of an index or at its end, in its style. */
export function additions(
  document: Document,
  path: Path,
  index: number,
  items: readonly string[],
): readonly TextEdit[] | undefined {
  const list = listAt(document, path);
  if (list === undefined) return undefined;
  const [previous, next] = [list.items[index - 1], list.items[index]];
  const isBraced = isFlow(document, list);
  if (previous === undefined && next === undefined) return addFirst(document, list, items);
  if (isBraced && next !== undefined) return addBefore(document, next, items);
  if (previous === undefined) return next && linesBefore(document, next, items);
  const end = solidEnd(document.source, previous.span);
  if (isBraced) return addToFlow(document, list, { start: previous.span.start, end }, items);
  return linesAfter(document, previous, end, items);
}

/** Writes into empty brackets; a comment stays after the items. */
function addFirst({ source: { text } }: Document, { span }: Node, items: readonly string[]): readonly TextEdit[] {
  const inside = text.slice(span.start + 1, span.end - 1);
  const added = items.join(", ");
  if (inside.trim() === "") return [{ ...span, text: `[${added}]` }];
  return [{ start: span.start + 1, end: span.start + 1, text: `${added}${/^\s/.test(inside) ? "" : " "}` }];
}

function addBefore({ source }: Document, { span: { start } }: Node, items: readonly string[]): readonly TextEdit[] {
  const indent = source.text.slice(lineAround(source, start).start, start);
  const behind = indent.trim() === "" ? `,${lineBreakAt(source, start)}${indent}` : ", ";
  return [{ start, end: start, text: items.map((item) => `${item}${behind}`).join("") }];
}

/** The white space before the dash of an item; undefined if other text is there. */
function indentOf({ source }: Document, item: Node): string | undefined {
  const dash = dashOf(source, item);
  const indent = dash === undefined ? undefined : source.text.slice(lineAround(source, dash).start, dash);
  return indent?.trim() === "" ? indent : undefined;
}

function linesBefore(document: Document, next: Node, items: readonly string[]): readonly TextEdit[] | undefined {
  const { source } = document;
  const indent = indentOf(document, next);
  const dash = dashOf(source, next);
  if (indent === undefined || dash === undefined) return undefined;
  const at = lineAround(source, dash).start;
  return [{ start: at, end: at, text: items.map((item) => `${indent}- ${item}${lineBreakAt(source, at)}`).join("") }];
}

function linesAfter(
  document: Document,
  previous: Node,
  end: number,
  items: readonly string[],
): readonly TextEdit[] | undefined {
  const { source } = document;
  const indent = indentOf(document, previous);
  if (indent === undefined) return undefined;
  const at = linesEnd(source, end, previous);
  return [{ start: at, end: at, text: items.map((item) => `${lineBreakAt(source, at)}${indent}- ${item}`).join("") }];
}

/** Adds entries, or items, after the last one in braces or brackets. */
export function addToFlow(document: Document, around: Node, last: Span, added: readonly string[]): readonly TextEdit[] {
  const { source } = document;
  const { text } = source;
  const { start, end } = last;
  const line = lineAround(source, start);
  const indent = text.slice(line.start, start);
  const comma = commaAfter(document, end);
  const behind = comma === undefined ? end : comma + 1;
  if (indent.trim() !== "")
    return [
      { start: behind, end: behind, text: comma === undefined ? `, ${added.join(", ")}` : ` ${added.join(", ")},` },
    ];
  // One entry to a line: a comment after the last entry stays with it.
  const after = lineAround(source, behind).end;
  const at = around.span.end <= after ? behind : after;
  const lines = added.map((entry) => `${lineBreakAt(source, end)}${indent}${entry}`).join(",");
  const edit = { start: at, end: at, text: `${lines}${comma === undefined ? "" : ","}` };
  return comma === undefined ? [{ start: end, end, text: "," }, edit] : [edit];
}
