/** Writes a value at a path of a text, over another one or as a new one, in the style around it. All other bytes stay. */
import type { Path } from "../../../text/path.js";
import type { Span, TextEdit } from "../diagnostic/diagnostic.js";
import { type Entry, find, type Mapping, type Node } from "../document/node.js";
import type { Document } from "../document/parse.js";
import { lineAround, positionOf, type Source } from "../document/source.js";
import { addToFlow, listEdits } from "./list.js";
import { entryEnd, isFlow, isInFlow, lineBreakAt, linesEnd, overwrite } from "./scalar.js";
import { type Entries, SPELLINGS, type Writable } from "./spelling.js";

/** The edits that put a value at a path; undefined if only the author can write it. For new items of lists, use `additions`. */
export function putEdits(document: Document, path: Path, value: Writable): readonly TextEdit[] | undefined {
  const { root } = document;
  if (root === undefined || path.length === 0) return undefined;
  const place = find(root, path);
  if (place !== undefined) {
    const items = Array.isArray(value) ? listEdits(document, path, value) : undefined;
    return items ?? replaceNode(document, place.node, place.entry, value);
  }
  for (let length = path.length - 1; length >= 0; length -= 1) {
    const around = find(root, path.slice(0, length));
    if (around === undefined) continue;
    const [key, ...rest] = path.slice(length);
    if (typeof key !== "string" || rest.some((step) => typeof step === "number")) return undefined;
    if (around.node.kind === "mapping")
      return addEntries(document, path.slice(0, length), around.node, { [key]: nested(rest, value) });
    const isUnset = around.node.kind === "scalar" && around.node.value === null;
    return isUnset ? replaceNode(document, around.node, around.entry, nested([key, ...rest], value)) : undefined;
  }
  return undefined;
}

/** The edits that add entries to the mapping at a path, creating it if it is missing; it must not have any of their names yet. */
export function addEdits(document: Document, path: Path, entries: Entries): readonly TextEdit[] | undefined {
  const node = document.root && find(document.root, path)?.node;
  return node?.kind === "mapping" ? addEntries(document, path, node, entries) : putEdits(document, path, entries);
}

/** The value inside objects of the given names. */
function nested(path: Path, value: Writable): Writable {
  return path.reduceRight<Writable>((inner, step) => ({ [step]: inner }), value);
}

/** Writes a value over another one. For an absent text, such as the null of `key:`, it writes after the colon. */
function replaceNode(
  document: Document,
  node: Node,
  entry: Entry | undefined,
  value: Writable,
): readonly TextEdit[] | undefined {
  const { text } = document.source;
  const { start, end } = node.span;
  const written = SPELLINGS[document.format].value(value, node.kind === "scalar" ? text.slice(start, end) : "");
  if (start < end) return [overwrite(document, node, entry, written)];
  const colon = entry === undefined ? -1 : text.indexOf(":", entry.keySpan.end);
  const isHere = entry !== undefined && colon !== -1 && text.slice(entry.keySpan.end, colon).trim() === "";
  return isHere ? [{ start: colon + 1, end: colon + 1, text: ` ${written}` }] : undefined;
}

function addEntries(document: Document, path: Path, mapping: Mapping, entries: Entries): readonly TextEdit[] {
  const last = [...mapping.entries.values()].at(-1);
  if (last === undefined) return addFirst(document, path, mapping, entries);
  if (!isFlow(document, mapping)) return addToBlock(document, mapping, last, entries);
  const span = {
    start: last.keySpan.start,
    end: entryEnd(document.source, last),
  };
  return addToFlow(document, mapping, span, SPELLINGS[document.format].entries(entries));
}

/** Writes into an empty mapping: between its braces, in place of them, or at the end of a file of comments. */
function addFirst(document: Document, path: Path, mapping: Mapping, entries: Entries): readonly TextEdit[] {
  const { source, format } = document;
  const { text } = source;
  const spelling = SPELLINGS[format];
  if (text[mapping.span.start] === "{") {
    const inside = text.slice(mapping.span.start + 1, mapping.span.end - 1);
    if (inside.trim() === "") {
      const isWithin = isInFlow(document, path);
      if (path.length > 0 && isAlone(source, mapping.span) && !isWithin) return [asBlock(document, mapping, entries)];
      // Braces in braces that were empty stay when they are empty again: `empty-parents.ts` sees it by the missing space.
      const text = isWithin ? `{${spelling.entries(entries).join(", ")}}` : spelling.value(entries);
      return [{ ...mapping.span, text }];
    }
    // A comment stays after the entry.
    const brace = mapping.span.start + 1;
    const added = spelling.entries(entries).join(", ");
    return [{ start: brace, end: brace, text: /^\s/.test(inside) ? ` ${added}` : `${added} ` }];
  }
  const end = lineBreakAt(source, text.length);
  const isBehindText = text.length > mapping.span.start && !/[\r\n]$/.test(text);
  const lines = spelling.lines(entries, { indent: "", step: "  " }).join(end);
  return [{ start: text.length, end: text.length, text: isBehindText ? `${end}${lines}` : `${lines}${end}` }];
}

function isAlone(source: Source, { start, end }: Span): boolean {
  const line = lineAround(source, start);
  return source.text.slice(line.start, start).trim() === "" && source.text.slice(end, line.end).trim() === "";
}

/** Replaces empty braces on a line of their own: they are the rest of a block with a comment in it. */
function asBlock(document: Document, { span }: Node, entries: Entries): TextEdit {
  const { source, format } = document;
  const line = lineAround(source, span.start);
  const indent = source.text.slice(line.start, span.start);
  const lines = SPELLINGS[format].lines(entries, { indent, step: stepOf(document) });
  return { start: line.start, end: span.end, text: lines.join(lineBreakAt(source, span.start)) };
}

function addToBlock(document: Document, mapping: Mapping, last: Entry, entries: Entries): readonly TextEdit[] {
  const { source } = document;
  const at = linesEnd(source, entryEnd(source, last), last.value);
  const [first = last] = mapping.entries.values();
  const indent = " ".repeat(positionOf(source, first.keySpan.start).column - 1);
  const lines = SPELLINGS[document.format].lines(entries, { indent, step: stepOf(document) });
  return [{ start: at, end: at, text: lines.map((line) => `${lineBreakAt(source, at)}${line}`).join("") }];
}

/** The indentation step of this text. */
function stepOf({ source: { text } }: Document): string {
  return /^( +)[^\s#-]/m.exec(text)?.[1] ?? "  ";
}
