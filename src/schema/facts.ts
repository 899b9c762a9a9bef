/** What does not fit the schema, and where, in no words. */
import type { PathAnchor } from "../diagnostic/anchor.js";
import type { Path } from "../text/path.js";
import type { Place } from "./place.js";
import type { Shape } from "./shape.js";

type Mismatch<Kind extends string, Data> = { readonly kind: Kind; readonly at: PathAnchor } & Readonly<Data>;

/** What is known of a key that its object does not have. */
interface UnknownKey {
  readonly key: string;
  /** Whether no such key may be there at all (`x-strict`). */
  readonly isStrict: boolean;
  /** The required key that this one was probably meant to be. */
  readonly required: string | undefined;
  /** Keys that could stand here. */
  readonly accepted: readonly string[];
  /** Those of them that take a value of this type. */
  readonly fitting: readonly string[];
  /** Tag values whose variant has this key. */
  readonly elsewhere: readonly string[];
  /** The only place one level up or down that has this key. */
  readonly nearby: Path | undefined;
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
  | Mismatch<"missing-keys", { keys: readonly string[]; shape: Shape }>
  /** `likely`: the tag values that the other keys fit, or all. */
  | Mismatch<"missing-tag", { key: string; likely: readonly string[] }>
  /** An entry of a map that is null; `isBelow`: a lower layer has one of this name. */
  | Mismatch<"null-entry", { key: string; isBelow: boolean; shape: Shape }>
  /** The variant was chosen by a lower layer. */
  | Mismatch<"variant-mismatch", ForeignKey>
  /** The variant was chosen in the same object, and the schema names a rule for that. */
  | Mismatch<"foreign-key", ForeignKey & Named>
  | Mismatch<"unknown-value", { value: string; accepted: readonly string[] }>
  | Mismatch<"unknown-variant", { value: string; accepted: readonly string[] }>
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
