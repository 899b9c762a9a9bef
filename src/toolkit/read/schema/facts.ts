/** What does not fit the schema, and where, in no words. */
import type { Path } from "../../../text/path.js";
import type { PathAnchor } from "../diagnostic/anchor.js";
import type { Move } from "../edit/moved.js";
import type { Alias } from "./alias.js";
import type { Place } from "./place.js";
import type { Shape } from "./shape.js";

type Mismatch<Kind extends string, Data> = { readonly kind: Kind; readonly at: PathAnchor } & Readonly<Data>;

/** A tag that a mapping needs for a place in it to exist. */
export interface NeededTag {
  /** How many steps of the path lead to that mapping. */
  readonly depth: number;
  readonly key: string;
  readonly value: string;
}

/** A place where a key could stand. */
export interface Nearby {
  readonly path: Path;
  /** How many steps of the path lead to mappings that are there. */
  readonly there: number;
  /** Tags of the mappings that are not there yet. */
  readonly tags: readonly NeededTag[];
}

/** Keys by the names that another tool has for them, and by ours. */
export type Renames = readonly (readonly [string, string])[];

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
  readonly nearby: readonly Nearby[];
  /** Places below with a name that has the same words in it. */
  readonly namedAlike: readonly Path[];
  /** Where people are to look for it instead (`x-elsewhere`). */
  readonly instead: string | undefined;
  /** Whether it may be an entry of the map that its object is an entry of. */
  readonly isEntry: boolean;
  /** Whether it then stands one level too deep, and is no part of the other one's name. */
  readonly isBeside: boolean;
  /** Other keys of the object of which the same is to say. */
  readonly along: readonly string[];
  /** How it was surely meant: what is in it is judged there (S42). */
  readonly moves: readonly Move[];
  /** Whether a guard is what was meant (`x-guard`): misspelt, it guards nothing (S42). */
  readonly isGuard: boolean;
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

/** Keys that stand beside the mapping that they belong in. */
interface Misplaced {
  readonly keys: readonly string[];
  /** That mapping; undefined where it has no name yet. */
  readonly into: string | undefined;
  /** Whether the mapping that they stand in is a map of such ones. */
  readonly isMap: boolean;
  /** Whether they belong to the top level: as a section, or in the one that they are to go `into`. */
  readonly isSection: boolean;
  /** Whether nothing is in effect there as it is written. */
  readonly isLost: boolean;
  readonly moves: readonly Move[];
}

export type SchemaFact =
  | Mismatch<"unknown-key", UnknownKey>
  | Mismatch<"misplaced", Misplaced>
  /** `scattered`: keys of a missing object that stand beside it instead of in it. */
  | Mismatch<"missing-keys", { keys: readonly string[]; shape: Shape; scattered?: readonly string[] }>
  /** `likely`: the tag value that the other keys are of; undefined while nobody can tell. `others`: what its variant lacks, too. */
  | Mismatch<
      "missing-tag",
      {
        key: string;
        likely: string | undefined;
        accepted: readonly string[];
        others: readonly string[];
        renames: Renames;
      }
    >
  /** An entry of a map that is null; `below`: how a lower layer spells its name, if it has such an entry. */
  | Mismatch<"null-entry", { key: string; below: string | undefined; shape: Shape }>
  /** The variant was chosen by a lower layer. */
  | Mismatch<"variant-mismatch", ForeignKey>
  /** The variant was chosen in the same object, and the schema names a rule for that. */
  | Mismatch<"foreign-key", ForeignKey & Named>
  /** `aliases`: the values that another tool may mean by it. */
  | Mismatch<"unknown-value", { value: string; accepted: readonly string[]; aliases: readonly string[] }>
  /** `renames`: keys that another tool has beside such a tag. */
  | Mismatch<
      "unknown-variant",
      {
        value: string;
        accepted: readonly string[];
        aliases: readonly string[];
        renames?: Renames;
      }
    >
  /** `gathers`: keys beside it that belong to the mapping whose tag is written in its place. */
  | Mismatch<"wrong-type", { place: Place; shape: Shape; gathers?: readonly string[]; moves?: readonly Move[] }>
  /** A word for a truth value where any value may stand. */
  | Mismatch<"switch-word", { value: string }>
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
