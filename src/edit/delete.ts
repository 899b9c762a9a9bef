/** Takes an entry out of a text with what belongs to it, its comma or its lines, and leaves every comment that stands beside it. */
import type { Span, TextEdit } from "../diagnostic/diagnostic.js";
import { FORMATS } from "../document/formats.js";
import { type Entry, find, type Mapping } from "../document/node.js";
import type { Document } from "../document/parse.js";
import { lineSpan, positionOf, type Source } from "../document/source.js";
import type { Path } from "../text/path.js";
import { isFlow, overwrite, solidEnd } from "./scalar.js";

/** The edits that take out an entry; undefined where it is not one, or shares its lines with something else. */
export function deletionOf(document: Document, path: Path): readonly TextEdit[] | undefined {
  const { root, source } = document;
  const around = root && find(root, path.slice(0, -1));
  if (around?.node.kind !== "mapping") return undefined;
  const mapping = around.node;
  const entry = mapping.entries.get(String(path.at(-1)));
  if (entry === undefined) return undefined;
  const span = { start: entry.keySpan.start, end: endOf(source, entry) };
  if (isFlow(document, mapping)) return fromBraces(document, mapping, entry, span);
  // Nothing at all would be null.
  const isOnly = mapping.entries.size === 1 && path.length > 1;
  const edit = isOnly ? overwrite(document, mapping, around.entry, "{}") : wholeLines(source, span);
  return edit && [edit];
}

function endOf(source: Source, { keySpan, value }: Entry): number {
  return Math.max(keySpan.end, solidEnd(source, value.span));
}

function fromBraces(document: Document, mapping: Mapping, entry: Entry, span: Span): readonly TextEdit[] {
  const { source } = document;
  const { text } = source;
  const comma = commaAfter(document, span.end);
  const end = comma === undefined ? span.end : comma + 1;
  const inside = `${text.slice(mapping.span.start + 1, span.start)}${text.slice(span.end, comma ?? span.end)}${text.slice(end, mapping.span.end - 1)}`;
  if (mapping.entries.size === 1 && inside.trim() === "") return [{ ...mapping.span, text: "{}" }];
  if (comma !== undefined) return [...withoutEntry(source, { start: span.start, end: span.end }, comma)];
  // The last one: the comma before it would be left over.
  const entries = [...mapping.entries.values()];
  const previous = entries[entries.indexOf(entry) - 1];
  const before = previous && commaAfter(document, endOf(source, previous));
  if (before === undefined) return withoutEntry(source, span, undefined);
  const isAdjacent = text.slice(before + 1, span.start).trim() === "";
  if (isAdjacent) return [{ start: before, end: span.end, text: "" }];
  return [{ start: before, end: before + 1, text: "" }, ...withoutEntry(source, span, undefined)];
}

/** The entry and its comma: with their line if nothing else stands on it, else with the space behind them. */
function withoutEntry(source: Source, span: Span, comma: number | undefined): readonly TextEdit[] {
  const { text } = source;
  const isJoined = comma !== undefined && text.slice(span.end, comma).trim() === "";
  const end = isJoined ? comma + 1 : span.end;
  const rest = comma === undefined || isJoined ? [] : [{ start: comma, end: comma + 1, text: "" }];
  const first = lineSpan(source, positionOf(source, span.start).line);
  const last = lineSpan(source, positionOf(source, end).line);
  const isAlone = text.slice(first.start, span.start).trim() === "" && text.slice(end, last.end).trim() === "";
  if (isAlone && rest.length === 0) return [{ start: first.start, end: last.end + breakAt(text, last.end), text: "" }];
  const gap = /^[ \t]*/.exec(text.slice(end))?.[0].length ?? 0;
  return [{ start: span.start, end: end + gap, text: "" }, ...rest];
}

/** Where the comma stands that ends an entry, comments skipped; undefined where the mapping ends instead. */
function commaAfter({ source: { text }, format }: Document, from: number): number | undefined {
  const { between } = FORMATS[format];
  between.lastIndex = from;
  const at = from + (between.exec(text)?.[0].length ?? 0);
  return text[at] === "," ? at : undefined;
}

/** The lines from the first to the last character, the last line break included. Undefined where they hold something else too. */
function wholeLines(source: Source, { start, end }: Span): TextEdit | undefined {
  const first = lineSpan(source, positionOf(source, start).line);
  const last = lineSpan(source, positionOf(source, end).line);
  const after = source.text.slice(end, last.end);
  if (source.text.slice(first.start, start).trim() !== "" || !/^\s*:?\s*(#.*)?$/.test(after)) return undefined;
  return { start: first.start, end: last.end + breakAt(source.text, last.end), text: "" };
}

/** How long the line break is that stands here. */
function breakAt(text: string, at: number): number {
  return /^(\r\n|\n|\r)?/.exec(text.slice(at, at + 2))?.[0].length ?? 0;
}
