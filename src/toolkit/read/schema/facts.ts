/** The facts about values that do not fit the schema, with their places and without words. */
import type { Path } from "../../../text/path.js";
import type { PathAnchor } from "../diagnostic/anchor.js";
import type { Move } from "../edit/move.js";
import type { Alias } from "./alias.js";
import type { Place } from "./place.js";
import type { Shape } from "./shape.js";

type Mismatch<Kind extends string, Data> = { readonly kind: Kind; readonly at: PathAnchor } & Readonly<Data>;

/** The tag value of a mapping in which a place exists. */
export interface NeededTag {
  /** The number of steps of the path to that mapping. */
  readonly depth: number;
  readonly key: string;
  readonly value: string;
}

/** A place that could have a key. */
export interface Nearby {
  readonly path: Path;
  /** The number of steps of the path that lead to existing mappings. */
  readonly there: number;
  /** Tags of the mappings that do not exist yet. */
  readonly tags: readonly NeededTag[];
}

/** A key that knows a text: as one of its values, or as a value of the tag in its mapping. */
export interface KnownValue {
  readonly key: string;
  readonly tag: string | undefined;
  readonly text: string;
}

/** Pairs of another tool's key and ours. */
export type Renames = readonly (readonly [string, string])[];

/** The facts about a key that its object does not have. */
interface UnknownKey {
  readonly key: string;
  readonly place: Place;
  /** Whether the object accepts no unknown key at all (`x-strict`). */
  readonly isStrict: boolean;
  /** The required key that this one was probably meant to be. */
  readonly required: string | undefined;
  /** The keys that are missing because of it, if the schema does not require them. */
  readonly absent?: readonly string[];
  /** A reference to an entry of this name, which is broken while the key is unknown. */
  readonly namedAt?: Path;
  /** Our key for it, where another tool uses this name. */
  readonly alias: Alias | undefined;
  /** Our value, where another tool uses the written one. */
  readonly value: string | undefined;
  /** Keys that the object still accepts. */
  readonly accepted: readonly string[];
  /** Accepted keys that take such a value. */
  readonly fitting: readonly string[];
  /** Keys that the object already has. */
  readonly taken: readonly string[];
  /** The name of the tag, and its values whose variant has this key. */
  readonly tag: string;
  readonly elsewhere: readonly string[];
  /** Other places for this key: below, next to the object, or anywhere in the configuration. */
  readonly nearby: readonly Nearby[];
  /** Places below, or anywhere, whose names contain the same words or mean the same. */
  readonly namedAlike: readonly Path[];
  /** Keys of entries in sections that mean the same as a key at the top level, such as `models.<name>.context_window`. */
  readonly entryKeys: readonly string[];
  /** Accepted keys that mean about the same, the most alike first: those that take such a value, or else any. */
  readonly similar: readonly string[];
  /** The only key, or the tag of the only one, that knows the value. */
  readonly byValue: KnownValue | undefined;
  /** Accepted keys that take this very value. */
  readonly takers: readonly string[];
  /** The right place to configure it, as text for people (`x-elsewhere`). */
  readonly instead: string | undefined;
  /** Whether it may be an entry of the map that holds its object. */
  readonly isEntry: boolean;
  /** Whether such an entry is one level too deep; if not, its key may be part of the name above it. */
  readonly isTooDeep: boolean;
  /** Other keys of the object with the same mistake. */
  readonly along: readonly string[];
  /** Its certain place; its contents are checked there (S42). */
  readonly moves: readonly Move[];
  /** Whether it was meant for a guard (`x-guard`), which guards nothing when misspelt (S42). */
  readonly isGuard: boolean;
}

/** A key of another variant than the chosen one. */
interface ForeignKey {
  readonly key: string;
  /** Other keys of the object that the same variant has. */
  readonly along: readonly string[];
  readonly tag: string;
  readonly chosen: string;
  /** Tag values whose variant has this key. */
  readonly elsewhere: readonly string[];
}

/** `rule`: the rule that the schema names for the place (`x-rule`). */
interface Named {
  readonly rule: string | undefined;
}

/** Keys that stand next to the mapping that they belong in. */
interface Misplaced {
  readonly keys: readonly string[];
  /** The mapping; undefined if it has no name yet. */
  readonly into: string | undefined;
  /** Whether the object that holds them is a map of such mappings. */
  readonly isMap: boolean;
  /** Whether they belong to the top level: as sections, or in the section that `into` names. */
  readonly isSection: boolean;
  /** Whether the keys have no effect at this place. */
  readonly isLost: boolean;
  readonly moves: readonly Move[];
}

export type SchemaFact =
  | Mismatch<"unknown-key", UnknownKey>
  | Mismatch<"misplaced", Misplaced>
  /** `scattered`: keys of a missing object that stand next to it instead of in it. */
  | Mismatch<"missing-keys", { keys: readonly string[]; shape: Shape; scattered?: readonly string[] }>
  /**
   * `likely`: the tag value that the other keys suggest; undefined while unknown. `others`: more required keys of its variant that are
   * missing.
   */
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
  /** An entry of a map that is null; `below`: the lower layer's spelling of its name, if it has such an entry. */
  | Mismatch<"null-entry", { key: string; below: string | undefined; shape: Shape }>
  /** A lower layer chose the variant. */
  | Mismatch<"variant-mismatch", ForeignKey>
  /** The same object chose the variant, and the schema names a rule for it. */
  | Mismatch<"foreign-key", ForeignKey & Named>
  /** All keys of an object belong to other variants than the chosen one, which lacks its required keys; `fitting`: their tag values. */
  | Mismatch<"wrong-variant", { tag: string; chosen: string; fitting: readonly string[] } & Named>
  /** `aliases`: our values for another tool's value. */
  | Mismatch<
      "unknown-value",
      { value: string; accepted: readonly string[]; aliases: readonly string[]; otherwise?: string }
    >
  /** `renames`: other tools' keys next to such a tag. */
  | Mismatch<
      "unknown-variant",
      {
        value: string;
        accepted: readonly string[];
        aliases: readonly string[];
        renames?: Renames;
      }
    >
  /** `gathers`: keys that belong to a mapping whose tag stands in its place. */
  | Mismatch<"wrong-type", { place: Place; shape: Shape; gathers?: readonly string[]; moves?: readonly Move[] }>
  /** A word such as `yes` in the place of a truth value, where the schema accepts any value. */
  | Mismatch<"switch-word", { value: string }>
  | Mismatch<"leading-zero", { written: string; value: number }>
  /** A tag of a type that no tag has. */
  | Mismatch<"wrong-tag", { place: Place; accepted: readonly string[] }>
  | Mismatch<"out-of-range", { written: string; shape: Shape }>
  /** A string in another format than its place requires. */
  | Mismatch<"bad-format", { value: string; shape: Shape } & Named>
  /** A key that is not a valid name there. */
  | Mismatch<"bad-name", { key: string; shape: Shape } & Named>
  /** Two spellings of one name that is compared without case. */
  | Mismatch<"repeated-name", { key: string; first: string }>
  | Mismatch<"too-long", { length: number; most: number }>
  | Mismatch<"unsafe-integer", { shape: Shape | undefined }>;
