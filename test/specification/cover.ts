/** How a sentence is covered: by a configuration that breaks it and is reported, one that keeps it and is accepted, the result of loading one, or a reason why by none. */
import type { Severity } from "../../src/toolkit/read/diagnostic/diagnostic.js";
import type { Json } from "../../src/toolkit/read/document/data.js";
import type { Catalog } from "../../src/toolkit/read/layers/catalog.js";
import type { Example } from "../rules/example.js";

/** A configuration that breaks the sentence; the rule reports exactly the marked places, or any place where none is marked. */
export interface Broken {
  readonly rule: string;
  readonly example: Example;
  /** Where the rule has more than one. */
  readonly severity?: Severity;
}

/** A configuration that keeps to the sentence and has no finding. */
export interface Kept {
  readonly accepted: Example;
}

/** Values of a configuration once it is loaded, by path; undefined where there is none. */
export interface Loaded {
  readonly load: {
    readonly global?: string;
    readonly project?: string;
    readonly env?: Readonly<Record<string, string>>;
    readonly catalog?: Catalog;
  };
  readonly gives: Readonly<Record<string, Json | undefined>>;
}

/** Why neither schema nor rule covers it. */
interface Uncovered {
  readonly reason: string;
}

export type Cover = Broken | Kept | Loaded | Uncovered;

/** A sentence, verbatim, and what covers it. */
type Row = readonly [sentence: string, cover: Cover, ...more: readonly Cover[]];

/** The rows of each section, in the order of the specification. */
export type Table = Readonly<Record<string, readonly Row[]>>;
