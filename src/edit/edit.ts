/** Changes as text splices: how a name or value is spelt at one place of one text. Everything outside the span stays as it is. */
import type { Change } from "../diagnostic/finding.js";
import type { Document, Format } from "../document/document.js";
import { spanInside } from "../document/inside.js";
import { type Entry, find, type Mapping, type Node } from "../document/node.js";
import { lineSpan, markLength, positionOf, type Source, type Span } from "../document/source.js";
import { deletionOf } from "./delete.js";

export interface Splice {
  readonly span: Span;
  readonly text: string;
}

/** The splices that make a change; undefined when the place is not there or is written in a way that is left to its author. */
export function splicesFor(document: Document, change: Change): readonly Splice[] | undefined {
  if (change.kind === "delete") return deletionOf(document, change.path);
  const splice = spliceFor(document, change);
  return splice && [splice];
}

function spliceFor(document: Document, change: Exclude<Change, { kind: "delete" }>): Splice | undefined {
  switch (change.kind) {
    case "rename":
    case "replace":
      return respell(document, change);
    case "respell-inside":
      return respellInside(document, change);
    case "cut":
      return { span: change.span, text: "" };
    case "insert-first":
      return insertion(document, change.key, change.value);
  }
}

/** Applies splices that do not overlap. */
export function applySplices(text: string, splices: readonly Splice[]): string {
  let result = "";
  let at = 0;
  for (const { span, text: replacement } of splices.toSorted((a, b) => a.span.start - b.span.start)) {
    result += text.slice(at, span.start) + replacement;
    at = span.end;
  }
  return result + text.slice(at);
}

function respell(document: Document, change: Extract<Change, { kind: "rename" | "replace" }>): Splice | undefined {
  const found = document.root && find(document.root, change.path);
  const span = change.kind === "rename" ? found?.entry?.keySpan : found?.node.span;
  if (span === undefined || span.start === span.end) return undefined;
  const old = document.source.text.slice(span.start, span.end);
  if (/[\r\n]/.test(old)) return undefined;
  return { span, text: spell(change.kind === "rename" ? change.to : change.value, document.format, old) };
}

/** A text that means itself in every kind of quotes can be put into any of them. */
function respellInside(
  document: Document,
  { path, within, text }: Extract<Change, { kind: "respell-inside" }>,
): Splice | undefined {
  const node = document.root && find(document.root, path)?.node;
  if (node?.kind !== "scalar" || /["'\\\p{Cc}]/u.test(text)) return undefined;
  const span = spanInside(document, node, within);
  return span && { span, text };
}

/** Texts that YAML reads as themselves without quotes. */
export const PLAIN = /^(?!(?:true|false|null)$)[A-Za-z_][\w./@()+-]*(?::[\w./@()+-]+)*$/i;

/** A scalar in the spelling of a format; keeps the quotes that stood there before. */
export function spell(value: string | number | boolean, format: Format, old: string): string {
  if (typeof value !== "string") return String(value);
  if (format !== "yaml" || old.startsWith('"') || !PLAIN.test(value)) return JSON.stringify(value);
  return old.startsWith("'") ? `'${value}'` : value;
}

export function isFlow({ source: { text } }: Document, { span }: Mapping): boolean {
  return text[span.start] === "{";
}

/**
 * The splice that writes other text over a value. A block that began on a line of its own comes up to its key, unless a comment
 * stands between.
 */
export function overwrite({ source }: Document, node: Node, entry: Entry | undefined, text: string): Splice {
  const end = solidEnd(source, node.span);
  const gap = entry === undefined ? "" : source.text.slice(entry.keySpan.end, node.span.start);
  if (entry === undefined || !/^\s*:\s*[\r\n]\s*$/.test(gap)) return { span: { start: node.span.start, end }, text };
  return { span: { start: entry.keySpan.end + gap.indexOf(":") + 1, end }, text: ` ${text}` };
}

/** Where a value ends without the line breaks that belong to its block. */
export function solidEnd({ text }: Source, span: Span): number {
  return span.start + text.slice(span.start, span.end).trimEnd().length;
}

function insertion(document: Document, key: string, value: string | number | boolean): Splice | undefined {
  const { root, source, format } = document;
  if (root === undefined) return undefined;
  const name = format === "yaml" && !source.text.slice(root.span.start).startsWith('{"') ? key : JSON.stringify(key);
  const entry = `${name}: ${spell(value, format, "")}`;
  const [first] = root.entries.values();
  const end = /\r\n|\n|\r/.exec(source.text)?.[0] ?? "\n";
  if (source.text[root.span.start] !== "{") {
    const at = first === undefined ? source.text.length : aboveComment(source, first.keySpan.start);
    const indent = first === undefined ? "" : indentOf(source, first.keySpan.start);
    const lead = first === undefined && at > markLength(source.text) && !/[\r\n]$/.test(source.text) ? end : "";
    return { span: { start: at, end: at }, text: `${lead}${indent}${entry}${end}` };
  }
  if (first === undefined)
    return { span: { start: root.span.start + 1, end: root.span.start + 1 }, text: ` ${entry} ` };
  const at = first.keySpan.start;
  const gap = source.text.slice(root.span.start + 1, at);
  if (/^\s*$/.test(gap)) return { span: { start: at, end: at }, text: `${entry},${gap || " "}` };
  // A comment between the brace and the first key stays with that key.
  const brace = root.span.start + 1;
  const lead = /^\s*[\r\n]/.test(gap) ? `${end}${indentOf(source, at)}` : " ";
  return { span: { start: brace, end: brace }, text: `${lead}${entry},` };
}

/** The white space before the first key: all keys of a mapping start in the same column. */
function indentOf(source: Source, keyStart: number): string {
  const { start } = lineSpan(source, positionOf(source, keyStart).line);
  return /^\s*/.exec(source.text.slice(start, keyStart))?.[0] ?? "";
}

/** The start of the comment block that stands right above a key, but below lines that speak to tools. */
function aboveComment(source: Source, keyStart: number): number {
  let line = positionOf(source, keyStart).line;
  while (line > 1) {
    const { start, end } = lineSpan(source, line - 1);
    if (!/^\s*#(?!\s*(yaml-language-server|agentcfg-ignore-file))/.test(source.text.slice(start, end))) break;
    line -= 1;
  }
  return lineSpan(source, line).start;
}
