/** Checks whether a changed text is still readable, if possible without reading all of it again. */
import type { Path } from "../../../text/path.js";
import type { Span, TextEdit } from "../diagnostic/diagnostic.js";
import { FORMATS } from "../document/formats.js";
import { find } from "../document/node.js";
import { type Document, parse } from "../document/parse.js";
import { positionOf } from "../document/source.js";
import type { Change } from "./change.js";
import { isInFlow } from "./scalar.js";
import { SPELLINGS } from "./spelling.js";
import { applyEdits } from "./text-edits.js";

/** Whether changes to a readable document leave it readable. */
export function keepsReadable(document: Document, changes: readonly Change[], edits: readonly TextEdit[]): boolean {
  const doubtful = changes.filter((change) => isDoubtful(document, change, edits));
  if (doubtful.length === 0) return true;
  const inside = doubtful.flatMap((change) => (change.kind === "replace-within" ? [change.path] : []));
  if (inside.length === doubtful.length) return inside.every((path) => scalarStays(document, path, edits));
  const [first, ...others] = doubtful.map((change) => (change.kind === "put" ? change.path : undefined));
  const isPutting = first !== undefined && !others.includes(undefined);
  return (isPutting && partStays(document, first, edits)) || wholeStays(document, edits);
}

/** Whether the mapping around some edits is readable alone, and therefore also in its place. */
function partStays(document: Document, path: Path, edits: readonly TextEdit[]): boolean {
  const { root, source, format } = document;
  const node =
    root && path.map((_, index) => find(root, path.slice(0, -1 - index))?.node).find((one) => one !== undefined);
  if (node?.kind !== "mapping") return false;
  const inner = editsWithin(node.span, edits);
  if (inner.length < edits.length) return false;
  const indentation = " ".repeat(positionOf(source, node.span.start).column - 1);
  const after = FORMATS[format].read(
    indentation + applyEdits(source.text.slice(node.span.start, node.span.end), inner),
  );
  return after.problems.length === 0 && after.root?.kind === "mapping";
}

/** Whether all of a text is readable; false after too many characters have been read. */
function wholeStays(document: Document, edits: readonly TextEdit[]): boolean {
  const { file, text } = document.source;
  const read = (readAgain.get(document) ?? 0) + text.length;
  readAgain.set(document, read);
  if (read > Math.max(MOST_READ_AGAIN, text.length)) return false;
  const after = parse({ file, text: applyEdits(text, edits) }, document.format);
  return after.problems.length <= document.problems.length;
}

/** The number of characters of each document that were read again. */
const readAgain = new WeakMap<Document, number>();
const MOST_READ_AGAIN = 500_000;

/** The edits that lie within a stretch, counted from its start. */
function editsWithin({ start: from, end: to }: Span, edits: readonly TextEdit[]): readonly TextEdit[] {
  const own = edits.filter(({ start, end }) => from <= start && end <= to);
  return own.map(({ start, end, text }) => ({ start: start - from, end: end - from, text }));
}

/** New names and values have the spelling of their place. JSON has no anchors, and its quotes stay closed. */
function isDoubtful({ source, format }: Document, change: Change, edits: readonly TextEdit[]): boolean {
  const { mayNeed, fitsAnyString } = SPELLINGS[format];
  switch (change.kind) {
    case "rename":
    case "replace":
    case "replace-text":
    case "enquote":
      return false;
    case "delete":
      return edits.some(({ start, end }) => mayNeed(source.text.slice(start, end)));
    case "replace-within":
      return !fitsAnyString(change.text);
    case "insert-first":
    case "put":
      return true;
  }
}

/** Whether a string is still one string at its place after edits inside it. */
function scalarStays(document: Document, path: Path, edits: readonly TextEdit[]): boolean {
  const { root, source } = document;
  const node = root && find(root, path)?.node;
  if (root === undefined || node?.kind !== "scalar") return false;
  const spelling = applyEdits(source.text.slice(node.span.start, node.span.end), editsWithin(node.span, edits));
  return isOneText(document, isInFlow(document, path) ? `[${spelling}]` : `- ${spelling}`);
}

/** Whether a list has one item, a string. */
function isOneText({ format }: Document, list: string): boolean {
  const { root, problems } = FORMATS[format].read(list);
  const [item, ...others] = root?.kind === "sequence" ? root.items : [];
  const isText = item?.kind === "scalar" && typeof item.value === "string";
  return problems.length === 0 && others.length === 0 && isText;
}
