/**
 * Finds the mappings that must be removed with their last value: `set` would create them again in the style around them. A mapping with a
 * comment in it stays, and so do braces in a block, braces that were empty before, a list, and any value with an anchor.
 */
import type { Path } from "../../../text/path.js";
import { find, type Node, type PlacedNode } from "../document/node.js";
import type { Document } from "../document/parse.js";
import { lineAround, positionOf } from "../document/source.js";
import { entryEnd, isFlow } from "./scalar.js";

/** The outermost path to remove together with a path. `kept`: the number of steps that lead to a mapping that stays in any case. */
export function removalPath(document: Document, path: Path, kept: number): Path {
  for (let length = path.length - 1; length > kept; length -= 1) {
    const around = document.root && find(document.root, path.slice(0, length - 1))?.node;
    const own = document.root && find(document.root, path.slice(0, length));
    if (around === undefined || own === undefined || !goes(document, around, own)) return path.slice(0, length + 1);
  }
  return path.slice(0, kept + 1);
}

function goes(document: Document, around: Node, { node, entry }: PlacedNode): boolean {
  if (node.kind !== "mapping" || node.entries.size !== 1 || entry === undefined) return false;
  const [child = entry] = node.entries.values();
  const { source } = document;
  const { text } = source;
  const isBraced = isFlow(document, node);
  if (isBraced !== isFlow(document, around)) return false;
  const start = isBraced ? node.span.start + 1 : child.keySpan.start;
  const before = text.slice(entry.keySpan.end, node.span.start);
  const first = text.slice(start, child.keySpan.start);
  // `put.ts` writes an entry close to the brace if there was none before.
  if (isBraced && first === "") return false;
  const end = entryEnd(source, child);
  const last = isBraced ? node.span.end - 1 : lineAround(source, end).end;
  const isBare = /^"?\s*:\s*$/.test(before) && first.trim() === "" && text.slice(end, last).trim() === "";
  return isBare && (isBraced || !isCommentBelow(document, last, positionOf(source, entry.keySpan.start).column));
}

/** Whether the lines after a block begin with a comment that is indented further than its key. */
export function isCommentBelow({ source }: Document, end: number, column: number): boolean {
  const next = end + source.text.slice(end).search(/\S/);
  return next >= end && source.text[next] === "#" && positionOf(source, next).column > column;
}
