/** The place of a fact, before lines and columns are known. */
import type { Path } from "../../../text/path.js";
import type { Scope, Span } from "./diagnostic.js";

/** The name or the value at a path; without `layer`, in the layer of the fact. */
export interface PathAnchor {
  readonly path: Path;
  readonly part: "key" | "value";
  /** Only this part of a string value, in offsets of the string. */
  readonly within?: Span;
  readonly layer?: Scope;
}

/** A stretch of text outside the tree. */
export interface SpanAnchor {
  readonly span: Span;
  readonly layer?: Scope;
}

export type Anchor = PathAnchor | SpanAnchor;

export function keyAt(...path: Path): PathAnchor {
  return { path, part: "key" };
}

export function valueAt(...path: Path): PathAnchor {
  return { path, part: "value" };
}
