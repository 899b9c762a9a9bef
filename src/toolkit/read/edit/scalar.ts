/** Finds the tokens around a value in a text, and the end of its own text. */
import type { Path } from "../../../text/path.js";
import type { Span, TextEdit } from "../diagnostic/diagnostic.js";
import { FORMATS } from "../document/formats.js";
import { type Entry, find, type Node } from "../document/node.js";
import type { Document } from "../document/parse.js";
import { breakAt, lineAround, lineSpan, positionOf, type Source } from "../document/source.js";

/** Whether a mapping is written in braces, or a list in brackets. */
export function isFlow({ source: { text } }: Document, { span }: Node): boolean {
  return /[{[]/.test(text[span.start] ?? "");
}

/** Whether a path is inside braces or brackets. */
export function isInFlow(document: Document, path: Path): boolean {
  const { root } = document;
  return path.some((_, length) => {
    const around = root && find(root, path.slice(0, length))?.node;
    return around !== undefined && isFlow(document, around);
  });
}

/**
 * The edit that writes other text over a value. A block on lines of its own moves up to its key; if a comment is between them, it stays
 * below and is indented, as a block list need not be.
 */
export function overwrite({ source }: Document, node: Node, entry: Entry | undefined, text: string): TextEdit {
  const end = solidEnd(source, node.span);
  const gap = entry === undefined ? "" : source.text.slice(entry.keySpan.end, node.span.start);
  const isBelow = gap.trim() === ":" && /[\r\n]/.test(gap.slice(gap.indexOf(":")));
  if (entry === undefined || !isBelow) {
    const isOutdented = entry !== undefined && columnOf(source, node.span) <= columnOf(source, entry.keySpan);
    return { start: node.span.start, end, text: isOutdented ? `  ${text}` : text };
  }
  return { start: entry.keySpan.end + gap.indexOf(":") + 1, end, text: ` ${text}` };
}

function columnOf(source: Source, { start }: Span): number {
  return positionOf(source, start).column;
}

/** The offset of the comma after an entry, past comments; undefined for the last entry. */
export function commaAfter({ source: { text }, format }: Document, from: number): number | undefined {
  const { between } = FORMATS[format];
  between.lastIndex = from;
  const at = from + (between.exec(text)?.[0].length ?? 0);
  return text[at] === "," ? at : undefined;
}

/** The end of a value, without the line breaks of its block. */
export function solidEnd({ text }: Source, span: Span): number {
  return span.start + text.slice(span.start, span.end).trimEnd().length;
}

/** `solidEnd` of an entry, which may have no text after its colon. */
export function entryEnd(source: Source, { keySpan, value }: Entry): number {
  return Math.max(keySpan.end, solidEnd(source, value.span));
}

/**
 * The end of the last line of an entry or an item: the place for another one. `solid`: the end of its text. A block with `|+` includes the
 * blank lines below it.
 */
export function linesEnd(source: Source, solid: number, { span }: Node): number {
  return lineAround(source, Math.max(solid, span.end - 1)).end;
}

export function lineBreakOf(text: string): string {
  return /\r\n|\n|\r/.exec(text)?.[0] ?? "\n";
}

/** The line break of the line around an offset, or else of the line before it: a text may have two kinds. */
export function lineBreakAt(source: Source, offset: number): string {
  const { line } = positionOf(source, offset);
  return [line, line - 1].map((one) => lineBreakAfter(source, one)).find((end) => end !== "") ?? "\n";
}

function lineBreakAfter(source: Source, line: number): string {
  if (line < 1) return "";
  const { end } = lineSpan(source, line);
  return breakAt(source.text, end);
}

/** The offset of the dash before an item of a block list; undefined if other text is between them, such as an anchor. */
export function dashOf({ text }: Source, { span }: Node): number | undefined {
  const before = text.slice(0, span.start).trimEnd();
  return before.endsWith("-") ? before.length - 1 : undefined;
}
