/** Finds the text that spells a path. A path without a text of its own is shown at the nearest container that has one. */
import type { Path } from "../../../text/path.js";
import type { Anchor } from "../../read/diagnostic/anchor.js";
import type { Range, Span } from "../../read/diagnostic/diagnostic.js";
import { type Entry, find, type Node, type PlacedNode } from "../../read/document/node.js";
import type { Document } from "../../read/document/parse.js";
import { firstLine, rangeOf } from "../../read/document/source.js";
import { spanWithin } from "../../read/document/within.js";

export function rangeAt(document: Document, anchor: Anchor): Range {
  return rangeOf(document.source, spanAt(document, anchor));
}

function spanAt(document: Document, anchor: Anchor): Span {
  if ("span" in anchor) return anchor.span;
  const place = nearest(document, anchor.path);
  if (place === undefined) return { start: 0, end: 0 };
  const { node, entry } = place;
  const shown = firstLine(document.source, node.span);
  if (anchor.part === "key") return (entry ?? firstEntry(node))?.keySpan ?? shown;
  if (anchor.within !== undefined && node.kind === "scalar") return spanWithin(document, node, anchor.within) ?? shown;
  return node.span.start === node.span.end && entry !== undefined ? entry.keySpan : shown;
}

/** A file has no key of its own, so its first entry stands for it. */
function firstEntry(node: Node): Entry | undefined {
  return node.kind === "mapping" ? node.entries.values().next().value : undefined;
}

function nearest({ root }: Document, path: Path): PlacedNode | undefined {
  for (let length = path.length; root !== undefined && length >= 0; length -= 1) {
    const match = find(root, path.slice(0, length));
    if (match !== undefined) return match;
  }
  return undefined;
}
