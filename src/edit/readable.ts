/** Whether a changed text can still be read, found out without reading all of it again wherever that is possible. */
import type { TextEdit } from "../diagnostic/diagnostic.js";
import { FORMATS } from "../document/formats.js";
import { find } from "../document/node.js";
import { type Document, parse } from "../document/parse.js";
import type { Path } from "../text/path.js";
import type { Change } from "./change.js";
import { applyEdits } from "./edits.js";

/** Whether changes to a readable document leave it readable. */
export function keepsReadable(document: Document, changes: readonly Change[], edits: readonly TextEdit[]): boolean {
  const doubtful = changes.filter((change) => isDoubtful(document, change, edits));
  if (doubtful.length === 0) return true;
  const inside = doubtful.flatMap((change) => (change.kind === "replace-within" ? [change.path] : []));
  if (inside.length === doubtful.length) return inside.every((path) => scalarStays(document, path, edits));
  const { file, text } = document.source;
  const after = parse({ file, text: applyEdits(text, edits) }, document.format);
  return after.problems.length <= document.problems.length;
}

/** New names and values are spelt for their place; JSON has no anchors, and its quotes stay closed. */
function isDoubtful({ source, format }: Document, change: Change, edits: readonly TextEdit[]): boolean {
  const { isIndented } = FORMATS[format];
  switch (change.kind) {
    case "rename":
    case "replace":
    case "replace-text":
    case "enquote":
      return false;
    case "delete":
      return isIndented && edits.some(({ start, end }) => /[&*]/.test(source.text.slice(start, end)));
    case "replace-within":
      return isIndented && !/^[\w./@-]*$/.test(change.text);
    case "insert-first":
    case "put":
      return true;
  }
}

/** Whether a text is still one text after edits inside it, where it stands. */
function scalarStays(document: Document, path: Path, edits: readonly TextEdit[]): boolean {
  const { root, source } = document;
  const node = root && find(root, path)?.node;
  if (root === undefined || node?.kind !== "scalar") return false;
  const { start: from, end: to } = node.span;
  const own = edits.filter(({ start, end }) => from <= start && end <= to);
  const moved = own.map(({ start, end, text }) => ({ start: start - from, end: end - from, text }));
  const spelling = applyEdits(source.text.slice(from, to), moved);
  return isOneText(document, isInFlow(document, path) ? `[${spelling}]` : `- ${spelling}`);
}

function isInFlow({ root, source }: Document, path: Path): boolean {
  return path.some((_, length) => {
    const around = root && find(root, path.slice(0, length))?.node;
    return around !== undefined && /[[{]/.test(source.text.charAt(around.span.start));
  });
}

/** Whether a list is one item, a string. */
function isOneText({ format }: Document, list: string): boolean {
  const { root, problems } = FORMATS[format].read(list);
  const [item, ...others] = root?.kind === "sequence" ? root.items : [];
  const isText = item?.kind === "scalar" && typeof item.value === "string";
  return problems.length === 0 && others.length === 0 && isText;
}
