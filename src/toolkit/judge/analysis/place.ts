/** Finds the text that spells a path. A path without a text of its own is shown at the nearest container that has one. */
import type { Path } from "../../../text/path.js";
import type { Anchor, PathAnchor } from "../../read/diagnostic/anchor.js";
import type { Position, Range, Span } from "../../read/diagnostic/diagnostic.js";
import { type Entry, find, type Node, type PlacedNode } from "../../read/document/node.js";
import type { Document } from "../../read/document/parse.js";
import { firstLine, positionOf, rangeOf } from "../../read/document/source.js";
import { spanWithin } from "../../read/document/within.js";

export function rangeAt(document: Document, anchor: Anchor): Range {
  return rangeOf(
    document.source,
    spanAt(document, anchor, (whole) => firstLine(document.source, whole)),
  );
}

/** The beginning of that range. */
export function startAt(document: Document, anchor: Anchor): Position {
  const { start } = spanAt(document, anchor, (whole) => whole);
  return positionOf(document.source, Math.min(start, document.source.text.length));
}

/** `shownOf`: the shown part of a value. */
function spanAt(document: Document, anchor: Anchor, shownOf: (whole: Span) => Span): Span {
  if ("span" in anchor) return anchor.span;
  const place = nearest(document, anchor.path);
  if (place === undefined) return { start: 0, end: 0 };
  return writtenAt(document, anchor, place) ?? shownOf(place.node.span);
}

/** The span of a key, or of a part of a text; undefined for the whole of a value. */
function writtenAt(document: Document, anchor: PathAnchor, { node, entry }: PlacedNode): Span | undefined {
  if (anchor.part === "key") return (entry ?? firstEntry(node))?.keySpan;
  if (anchor.within !== undefined && node.kind === "scalar") return spanWithin(document, node, anchor.within);
  return node.span.start === node.span.end ? entry?.keySpan : undefined;
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
