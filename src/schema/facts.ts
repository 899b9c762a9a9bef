/** What does not fit the schema, and where, in no words. */
import type { PathAnchor } from "../diagnostic/anchor.js";
import type { Path } from "../text/path.js";
import type { Alias } from "./alias.js";
import type { Place } from "./place.js";
import type { Shape } from "./shape.js";

type Mismatch<Kind extends string, Data> = { readonly kind: Kind; readonly at: PathAnchor } & Readonly<Data>;

/** What is known of a key that its object does not have. */
interface UnknownKey {
  readonly key: string;
  /** What is written there. */
  readonly place: Place;
  /** Whether no such key may be there at all (`x-strict`). */
  readonly isStrict: boolean;
  /** The required key that this one was probably meant to be. */
  readonly required: string | undefined;
  /** What another tool means by it. */
  readonly alias: Alias | undefined;
  /** The value that another tool means by the one that is written. */
  readonly value: string | undefined;
  /** Keys that could stand here. */
  readonly accepted: readonly string[];
  /** Those of them that take such a value. */
  readonly fitting: readonly string[];
  /** Keys that are here already. */
  readonly taken: readonly string[];
  /** Tag values whose variant has this key. */
  readonly elsewhere: readonly string[];
  /** Other places that have this key: below, beside the object, or anywhere in the configuration. */
  readonly nearby: readonly Path[];
}

/** A key of another variant than the one that was chosen. */
interface ForeignKey {
  readonly key: string;
  readonly tag: string;
  readonly chosen: string;
  /** Tag values whose variant has this key. */
  readonly elsewhere: readonly string[];
}

/** `rule`: the rule that the schema names for the place (`x-rule`). */
interface Named {
  readonly rule: string | undefined;
}

export type SchemaFact =
  | Mismatch<"unknown-key", UnknownKey>
  /** `scattered`: keys of a missing object that stand beside it instead of in it. */
  | Mismatch<"missing-keys", { keys: readonly string[]; shape: Shape; scattered?: readonly string[] }>
  /** `likely`: the tag value that the other keys are of; undefined while nobody can tell. `others`: what its variant lacks, too. */
  | Mismatch<
      "missing-tag",
      { key: string; likely: string | undefined; accepted: readonly string[]; others: readonly string[] }
    >
  /** An entry of a map that is null; `isBelow`: a lower layer has one of this name. */
  | Mismatch<"null-entry", { key: string; isBelow: boolean; shape: Shape }>
  /** The variant was chosen by a lower layer. */
  | Mismatch<"variant-mismatch", ForeignKey>
  /** The variant was chosen in the same object, and the schema names a rule for that. */
  | Mismatch<"foreign-key", ForeignKey & Named>
  /** `alias`: the value that another tool means by it. */
  | Mismatch<"unknown-value", { value: string; accepted: readonly string[]; alias: string | undefined }>
  | Mismatch<"unknown-variant", { value: string; accepted: readonly string[]; alias: string | undefined }>
  | Mismatch<"wrong-type", { place: Place; shape: Shape }>
  /** A tag of a type that no tag has. */
  | Mismatch<"wrong-tag", { place: Place; accepted: readonly string[] }>
  | Mismatch<"out-of-range", { written: string; shape: Shape }>
  /** A string without the form that its place requires. */
  | Mismatch<"bad-format", { value: string; shape: Shape } & Named>
  /** A key that cannot be a name there. */
  | Mismatch<"bad-name", { key: string; shape: Shape } & Named>
  /** Two spellings of one name, where they are compared without case. */
  | Mismatch<"repeated-name", { key: string; first: string }>
  | Mismatch<"too-long", { length: number; most: number }>
  | Mismatch<"unsafe-integer", { shape: Shape | undefined }>;
