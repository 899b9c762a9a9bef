/** Completion as data: the question of an editor and the items of its answer, in offsets of the text and without any protocol. */
import type { Snapshot } from "../../toolkit/judge/analysis/snapshot.js";
import type { Scope, Span } from "../../toolkit/read/diagnostic/diagnostic.js";
import type { Format } from "../../toolkit/read/document/formats.js";
import type { Shape } from "../../toolkit/read/schema/shape.js";

/** The text in the editor. */
export interface Typed {
  readonly text: string;
  readonly format: Format;
  /** What the file may contain. */
  readonly shape: Shape;
  /** Undefined for a file that is no layer. */
  readonly scope: Scope | undefined;
}

export interface Known {
  /** The last readable state of both layers; the layer of this file may be older than the text, or absent. Undefined without layers. */
  readonly snapshot: Snapshot | undefined;
  /** Names of environment variables; never values. */
  readonly variables: readonly string[];
  /** The shape of the file with the schema's descriptions; without it, items have no documentation. */
  readonly schema?: Shape;
}

export interface Completion {
  readonly kind: "key" | "value" | "name" | "level" | "variable" | "snippet";
  readonly label: string;
  /**
   * The text to write over `span`; with `isSnippet`, in the snippet syntax of editors. Lines after the first are indented relative to
   * the line of the cursor.
   */
  readonly insert: string;
  readonly isSnippet: boolean;
  /** The replaced part of the text: on one line, around the offset. */
  readonly span: Span;
  /** The type, on one line. */
  readonly detail?: string;
  /** The meaning, in plain text. */
  readonly documentation?: string;
  readonly isRequired?: boolean;
}

/** The text of an item, with or without the syntax of snippets. */
export type Beginning = Pick<Completion, "insert" | "isSnippet">;
