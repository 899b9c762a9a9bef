/** Spells changes as edits of a text. Text outside of the edits stays unchanged. */
import type { Path } from "../../../text/path.js";
import type { TextEdit } from "../diagnostic/diagnostic.js";
import { find } from "../document/node.js";
import type { Document } from "../document/parse.js";
import { lineAround, lineSpan, markLength, positionOf, type Source } from "../document/source.js";
import { spanWithin } from "../document/within.js";
import type { Change } from "./change.js";
import { deletionOf } from "./delete.js";
import { putEdits } from "./put.js";
import { lineBreakOf } from "./scalar.js";
import { SPELLINGS } from "./spelling.js";

/** The edits for a change; undefined if the place is missing, or if only its author can rewrite it. */
export function editsFor(document: Document, change: Change): readonly TextEdit[] | undefined {
  if (change.kind === "delete") return deletionOf(document, change.path);
  if (change.kind === "put") return putEdits(document, change.path, change.value);
  if (change.kind === "enquote") return enquoted(document, change.path);
  const edit = editFor(document, change);
  return edit && [edit];
}

function editFor(
  document: Document,
  change: Exclude<Change, { kind: "delete" | "put" | "enquote" }>,
): TextEdit | undefined {
  switch (change.kind) {
    case "rename":
    case "replace":
      return replaceSpan(document, change);
    case "replace-within":
      return replaceWithin(document, change);
    case "replace-text":
      return { ...change.span, text: change.text };
    case "insert-first":
      return insertion(document, change.key, change.value);
  }
}

/** Uses double quotes if the text means the same in them. */
function enquoted({ root, source }: Document, path: Path): readonly TextEdit[] | undefined {
  const span = root && find(root, path)?.node.span;
  if (span === undefined || /["\\\p{Cc}]|^$/u.test(source.text.slice(span.start, span.end))) return undefined;
  return [span.start, span.end].map((at) => ({ start: at, end: at, text: '"' }));
}

function replaceSpan(
  document: Document,
  change: Extract<Change, { kind: "rename" | "replace" }>,
): TextEdit | undefined {
  const place = document.root && find(document.root, change.path);
  const span = change.kind === "rename" ? place?.entry?.keySpan : place?.node.span;
  if (span === undefined || span.start === span.end) return undefined;
  const old = document.source.text.slice(span.start, span.end);
  if (/[\r\n]/.test(old)) return undefined;
  return { ...span, text: SPELLINGS[document.format].value(change.kind === "rename" ? change.to : change.value, old) };
}

/** A text without quotes and escapes fits into any kind of quotes. */
function replaceWithin(
  document: Document,
  { path, within, text }: Extract<Change, { kind: "replace-within" }>,
): TextEdit | undefined {
  const node = document.root && find(document.root, path)?.node;
  if (node?.kind !== "scalar" || /["'\\\p{Cc}]/u.test(text)) return undefined;
  const span = spanWithin(document, node, within);
  return span && { ...span, text };
}

function insertion(document: Document, key: string, value: string | number | boolean): TextEdit | undefined {
  const { root, source, format } = document;
  if (root === undefined) return undefined;
  const spelling = SPELLINGS[format];
  const isQuoted = source.text.slice(root.span.start).startsWith('{"');
  const entry = `${isQuoted ? JSON.stringify(key) : spelling.key(key)}: ${spelling.value(value)}`;
  const [first] = root.entries.values();
  const end = lineBreakOf(source.text);
  if (source.text[root.span.start] !== "{") {
    const at = first === undefined ? source.text.length : aboveComment(source, first.keySpan.start);
    const indent = first === undefined ? "" : indentOf(source, first.keySpan.start);
    const lead = first === undefined && at > markLength(source.text) && !/[\r\n]$/.test(source.text) ? end : "";
    return { start: at, end: at, text: `${lead}${indent}${entry}${end}` };
  }
  if (first === undefined) return { start: root.span.start + 1, end: root.span.start + 1, text: ` ${entry} ` };
  const at = first.keySpan.start;
  const gap = source.text.slice(root.span.start + 1, at);
  if (/^\s*$/.test(gap)) return { start: at, end: at, text: `${entry},${gap || " "}` };
  // A comment between the brace and the first key stays with that key.
  const brace = root.span.start + 1;
  const lead = /^\s*[\r\n]/.test(gap) ? `${end}${indentOf(source, at)}` : " ";
  return { start: brace, end: brace, text: `${lead}${entry},` };
}

/** The white space before the first key: all keys of a mapping start in the same column. */
function indentOf(source: Source, keyStart: number): string {
  const { start } = lineAround(source, keyStart);
  return /^\s*/.exec(source.text.slice(start, keyStart))?.[0] ?? "";
}

/** The start of the comment block right above a key, but below comments for tools. */
function aboveComment(source: Source, keyStart: number): number {
  let line = positionOf(source, keyStart).line;
  while (line > 1) {
    const { start, end } = lineSpan(source, line - 1);
    if (!/^\s*#(?!\s*(yaml-language-server|agentcfg-ignore-file))/.test(source.text.slice(start, end))) break;
    line -= 1;
  }
  return lineSpan(source, line).start;
}
