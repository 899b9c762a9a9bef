/** Appends an item to a list, in the style of the list. */
import type { Path } from "../../../text/path.js";
import type { TextEdit } from "../diagnostic/diagnostic.js";
import { find, type Node } from "../document/node.js";
import type { Document } from "../document/parse.js";
import { lineAround } from "../document/source.js";
import { dashOf } from "./dash.js";
import { addToFlow, putEdits } from "./put.js";
import { isFlow, lineBreakAt, linesEnd, solidEnd } from "./scalar.js";
import { SPELLINGS, type Writable } from "./spelling.js";

/** The edits that append to the list at a path, which is created if it is missing; undefined if only the author can write it. */
export function appendEdits(document: Document, path: Path, value: Writable): readonly TextEdit[] | undefined {
  const list = document.root && find(document.root, path)?.node;
  if (list?.kind !== "sequence") return putEdits(document, path, [value]);
  const item = SPELLINGS[document.format].value(value);
  const last = list.items.at(-1);
  if (last === undefined) return addFirst(document, list, item);
  const end = solidEnd(document.source, last.span);
  if (isFlow(document, list)) return addToFlow(document, list, { start: last.span.start, end }, [item]);
  return addLine(document, last, end, item);
}

/** Writes into empty brackets; a comment stays behind the item. */
function addFirst({ source: { text } }: Document, { span }: Node, item: string): readonly TextEdit[] {
  const inside = text.slice(span.start + 1, span.end - 1);
  if (inside.trim() === "") return [{ ...span, text: `[${item}]` }];
  return [{ start: span.start + 1, end: span.start + 1, text: `${item}${/^\s/.test(inside) ? "" : " "}` }];
}

function addLine({ source }: Document, last: Node, end: number, item: string): readonly TextEdit[] | undefined {
  const { text } = source;
  const dash = dashOf(source, last);
  if (dash === undefined) return undefined;
  const indent = text.slice(lineAround(source, dash).start, dash);
  if (indent.trim() !== "") return undefined;
  const at = linesEnd(source, end, last);
  return [{ start: at, end: at, text: `${lineBreakAt(source, at)}${indent}- ${item}` }];
}
