/** Removes an entry, or an item of a list, from a text with its comma or its lines, and keeps every comment next to it. */
import { indexOfStep, type Path } from "../../../text/path.js";
import type { Span, TextEdit } from "../diagnostic/diagnostic.js";
import { find, type Node, type PlacedNode } from "../document/node.js";
import type { Document } from "../document/parse.js";
import { breakAt, lineAround, lineSpan, markLength, positionOf, type Source } from "../document/source.js";
import { isCommentBelow } from "./empty-parents.js";
import { commaAfter, dashOf, entryEnd, isFlow, overwrite, solidEnd } from "./scalar.js";

/** The edits that remove the value at a path; undefined if it shares its lines with another value. */
export function deletionOf(document: Document, path: Path): readonly TextEdit[] | undefined {
  const { root, source } = document;
  const around = root && find(root, path.slice(0, -1));
  const index = around === undefined ? -1 : indexOf(around.node, path.at(-1) ?? "");
  if (around === undefined || index === -1) return undefined;
  const members = membersOf(document, around.node);
  if (isFlow(document, around.node)) return fromBrackets(document, around.node, members, index);
  const span = members[index];
  // Without its last entry, the value would be null.
  if (members.length === 1 && path.length > 1) return [emptied(document, around)];
  const edit = span && wholeLines(source, span);
  return edit && [edit];
}

function indexOf(node: Node, step: string | number): number {
  if (node.kind === "mapping") return [...node.entries.keys()].indexOf(String(step));
  const index = indexOfStep(step) ?? -1;
  return node.kind === "sequence" && index in node.items ? index : -1;
}

/** The spans of the entries of a mapping or the items of a list, with their names and dashes. */
function membersOf(document: Document, node: Node): readonly (Span | undefined)[] {
  const { source } = document;
  switch (node.kind) {
    case "scalar":
      return [];
    case "mapping":
      return Array.from(node.entries.values(), (entry) => ({
        start: entry.keySpan.start,
        end: entryEnd(source, entry),
      }));
    case "sequence":
      return node.items.map((item) => {
        const start = isFlow(document, node) ? item.span.start : dashOf(source, item);
        return start === undefined ? undefined : { start, end: solidEnd(source, item.span) };
      });
  }
}

/** Empty braces move up to their key, unless a comment below needs them in place. */
function emptied(document: Document, { node, entry }: PlacedNode): TextEdit {
  if (node.kind === "sequence") return overwrite(document, node, entry, "[]");
  const { source } = document;
  const end = solidEnd(source, node.span);
  const column = entry && positionOf(source, entry.keySpan.start).column;
  const last = lineAround(source, end).end;
  const isHeld = column !== undefined && isCommentBelow(document, last, column);
  return isHeld ? { start: node.span.start, end, text: "{}" } : overwrite(document, node, entry, "{}");
}

function fromBrackets(
  document: Document,
  around: Node,
  members: readonly (Span | undefined)[],
  index: number,
): readonly TextEdit[] | undefined {
  const { source } = document;
  const { text } = source;
  const span = members[index];
  if (span === undefined) return undefined;
  const comma = commaAfter(document, span.end);
  const end = comma === undefined ? span.end : comma + 1;
  const inside = `${text.slice(around.span.start + 1, span.start)}${text.slice(span.end, comma ?? span.end)}${text.slice(end, around.span.end - 1)}`;
  if (members.length === 1 && inside.trim() === "")
    return [{ ...around.span, text: around.kind === "sequence" ? "[]" : "{}" }];
  const previous = members[index - 1];
  const before = previous && commaAfter(document, previous.end);
  if (comma !== undefined) {
    // The last entry of its line is removed with the space before it.
    const isLast =
      before !== undefined && index === members.length - 1 && /^[ \t]*$/.test(text.slice(before + 1, span.start));
    const isJoined = text.slice(span.end, comma).trim() === "";
    return isLast && isJoined ? [{ start: before + 1, end: comma + 1, text: "" }] : withoutEntry(source, span, comma);
  }
  // The last entry is removed with the comma before it.
  if (before === undefined) return withoutEntry(source, span, undefined, members.length === 1);
  const isAdjacent = text.slice(before + 1, span.start).trim() === "";
  if (isAdjacent) return [{ start: before, end: span.end, text: "" }];
  return [{ start: before, end: before + 1, text: "" }, ...withoutEntry(source, span, undefined)];
}

/** The entry and its comma, with the whole line if nothing else is on it, or else with the space after them. */
function withoutEntry(source: Source, span: Span, comma: number | undefined, isOnly = false): readonly TextEdit[] {
  const { text } = source;
  const isJoined = comma !== undefined && text.slice(span.end, comma).trim() === "";
  const end = isJoined ? comma + 1 : span.end;
  const rest = comma === undefined || isJoined ? [] : [{ start: comma, end: comma + 1, text: "" }];
  const first = lineAround(source, span.start);
  const last = lineAround(source, end);
  const before = text.slice(first.start, span.start);
  const isAlone = before.trim() === "" && text.slice(end, last.end).trim() === "";
  if (isAlone && rest.length === 0)
    return [{ start: first.start, end: last.end + breakAt(text, last.end).length, text: "" }];
  // The only entry, if comments remain, is removed with the space between it and its brace.
  const lead = isOnly ? before.length - before.trimEnd().length : 0;
  if (lead > 0) return [{ start: span.start - lead, end, text: "" }, ...rest];
  const gap = /^[ \t]*/.exec(text.slice(end))?.[0].length ?? 0;
  return [{ start: span.start, end: end + gap, text: "" }, ...rest];
}

/** The lines from the first to the last character, with the last line break; undefined if they hold other text. */
function wholeLines(source: Source, { start, end }: Span): TextEdit | undefined {
  const first = lineAround(source, start);
  const last = lineAround(source, end);
  const rest = source.text.slice(end, last.end).trimStart();
  if (source.text.slice(first.start, start).trim() !== "" || !/^:?\s*(?:#|$)/.test(rest)) return undefined;
  const after = breakAt(source.text, last.end).length;
  // The last line of a text without a final line break is removed with the line break before it.
  const isLast = after === 0 && first.start > markLength(source.text);
  const line = isLast ? lineSpan(source, positionOf(source, first.start).line - 1).end : first.start;
  return { start: line, end: last.end + after, text: "" };
}
