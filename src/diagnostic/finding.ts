/**
 * What a stage found, before it has a place in a file: it speaks of paths and of what to change, never of lines or quoting.
 * `diagnose.ts` turns it into a Diagnostic.
 */

import type { Path } from "../text/path.js";
import type { Scope, Severity, Span } from "./diagnostic.js";

/** Points at the name or the value of a path; without `layer`, in the layer that the finding is about. */
export interface PathAnchor {
  readonly path: Path;
  readonly part: "key" | "value";
  /** Only this part of a string value, in offsets of the string. */
  readonly within?: Span;
  readonly layer?: Scope;
}

/** Where to point: at a path, or at a bare span when the text has no tree. */
export type Anchor = PathAnchor | { readonly span: Span; readonly layer?: Scope };

/** A change in terms of the configuration; how it is spelt in YAML or JSON is decided where the text is known. */
export type Change =
  | { readonly kind: "rename"; readonly path: Path; readonly to: string }
  | { readonly kind: "replace"; readonly path: Path; readonly value: string | number | boolean }
  /** Removes a name and its value. */
  | { readonly kind: "delete"; readonly path: Path }
  /** Writes part of a string value anew; the text needs no quoting where the part stands. */
  | { readonly kind: "respell-inside"; readonly path: Path; readonly within: Span; readonly text: string }
  /** Takes out a stretch of text that is no part of the tree, such as a comment. */
  | { readonly kind: "cut"; readonly span: Span }
  /** Puts a name and its value before everything else at the top level. */
  | { readonly kind: "insert-first"; readonly key: string; readonly value: string | number | boolean };

export interface Proposal {
  readonly title: string;
  readonly safe: boolean;
  readonly changes: readonly Change[];
}

/** Another place that takes part. */
export interface Related {
  readonly at: Anchor;
  readonly message: string;
}

export interface Finding {
  readonly rule: string;
  /** Only where it differs from the rule's own severity. */
  readonly severity?: Severity;
  readonly at: Anchor;
  readonly message: string;
  readonly label?: string;
  readonly notes?: readonly string[];
  readonly help?: string;
  readonly related?: readonly Related[];
  readonly proposals?: readonly Proposal[];
}
