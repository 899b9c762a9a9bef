/**
 * The contract of a rule: its description, its view of the configuration, and its answers. A rule reports paths; the runner finds the layer
 * and the span of each.
 */
import type { EffectiveConfig } from "../../../generated/effective.js";
import { oncePer } from "../../../text/once.js";
import type { Path } from "../../../text/path.js";
import type { Setting } from "../../mean/configuration/setting.js";
import type { ProjectTrust } from "../../mean/trust/trust.js";
import type { Anchor, PathAnchor } from "../../read/diagnostic/anchor.js";
import type { Scope, Severity } from "../../read/diagnostic/diagnostic.js";
import type { Change } from "../../read/edit/change.js";
import type { FileKind } from "../../read/host/host.js";
import type { Catalog } from "../../read/layers/catalog.js";
import type { Layer } from "../../read/layers/layer.js";
import type { Place } from "../../read/schema/place.js";
import type { Shape } from "../../read/schema/shape.js";
import type { Policy } from "../policy/policy.js";
import type { Fact, FactOf } from "./fact.js";

/** `Kind`: the facts that the rule words; `Named`: those that it words if the schema names it. */
export interface Rule<Kind extends Fact["kind"] = never, Named extends Fact["kind"] = never> {
  /** `family/name-of-the-defect`; the file is `family/name-of-the-defect.ts`, and its page `docs/rules/family/name-of-the-defect.md`. */
  readonly id: string;
  /** The severity of this rule's findings; a finding can override it. */
  readonly severity: Severity;
  /** The highest severity of its findings, if that is above its own. */
  readonly highest?: Severity;
  /** A violation of a policy: nothing hides it, and the whole configuration is refused instead of the value being left out (S59). */
  readonly isOfPolicy?: true;
  /** The key of policies whose violations it reports. */
  readonly policyKey?: Path;
  /** An error of this rule does not keep a configuration from loading. */
  readonly isHarmless?: true;
  /** Its infos are for `agentcfg review`: reports for people count them, and editors do not show them (S56). */
  readonly isForReview?: true;
  /** Whether the missing part of a project may be in its user's file (S43). */
  readonly mayBeCompleted?: true;
  /** Whether the missing part may be in an unread global layer (S27). */
  readonly asksGlobal?: true;
  /** The wordings for facts of an earlier stage. */
  readonly words?: Words<Kind>;
  /** The wordings for facts at places for which the schema names this rule (`x-rule`). */
  readonly named?: Words<Named>;
  /** Reports the findings of the rule's own check. */
  readonly check?: (context: RuleContext, report: (finding: Report) => void) => void;
}

export type Words<Kind extends Fact["kind"]> = {
  readonly [Each in Kind]: (fact: FactOf<Each>, context: FactContext) => Wording;
};

/** An edit that mends a mistake. `safe`: the author evidently meant this, so a tool may apply it unasked. */
export interface SuggestedFix {
  readonly title: string;
  readonly safe: boolean;
  readonly changes: readonly Change[];
}

interface Sentences {
  /** Set if it differs from the rule's own severity. */
  readonly severity?: Severity;
  readonly message: string;
  /** Whether no other layer could change the finding, although the rule depends on the global layer. */
  readonly isSure?: true;
  /** A few words to show next to the marked text. */
  readonly label?: string;
  readonly notes?: readonly string[];
  readonly help?: string;
  readonly fixes?: readonly SuggestedFix[];
}

export interface Wording extends Sentences {
  /** Set if it differs from the place of the fact. */
  readonly at?: Anchor;
  readonly related?: readonly Related<Anchor>[];
}

/** A finding of a rule's own check. */
export interface Report extends Sentences {
  readonly at: PathAnchor;
  readonly related?: readonly Related<PathAnchor>[];
  /** Other paths that may cause the finding: if a project wrote or erased one of them, it is reported there. */
  readonly because?: readonly Path[];
  /** The missing value, then those that would stand in for it. A misspelt key or a wrong value on the way is reported instead. */
  readonly missing?: readonly Path[];
}

/** Another place that takes part. */
export interface Related<At extends Anchor> {
  readonly at: At;
  /** The policy that the place is in; without one, it is in a layer. */
  readonly policy?: Policy;
  readonly message: string;
}

/** Names to compare with: the keys of a map, or the names themselves. */
export type Names = ReadonlySet<string> | ReadonlyMap<string, unknown> | readonly string[];

/** The data that the wording of a fact may depend on. */
export interface FactContext {
  /** The layer that the fact is about. */
  readonly layer: Layer;
  readonly global: Layer | undefined;
  /** The layers merged, inherited fields filled in. */
  readonly settings: Setting;
  /** At most three names close to a written one, the closest first; empty after the run has used up its comparisons. */
  suggest(written: string, names: Names): readonly string[];
  /** The same for names that contain the words of the written one. */
  suggestWords(written: string, names: Names): readonly string[];
  /** Whether another part of the layer does not fit the schema. */
  readonly isMistaken: boolean;
}

/** A configuration with any part missing. Contains only values that fit the schema. */
export type Config = Sparse<EffectiveConfig>;

type Sparse<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { readonly [Key in keyof T]?: Sparse<T[Key]> }
    : T;

/** A section whose entries have names of their own. */
export type Section = "providers" | "models" | "mcp_servers" | "facets" | "subagents";

/** Schema annotations that few places have. */
export type Annotation = "x-ref" | "x-zero" | "x-effect" | "x-path" | "format";

/** A place that the schema knows. */
export interface KnownPlace {
  readonly path: Path;
  /** The last step of the path, known without computing the path. */
  readonly step: string | number;
  /** The place that contains it. */
  readonly around: { readonly path: Path; readonly place: Place };
  readonly place: Place;
  readonly shape: Shape;
}

/** A known place with a text. */
export interface KnownText extends KnownPlace {
  readonly text: string;
}

/** A text below a key that the schema does not know. */
export interface StrangeText {
  readonly text: string;
  readonly at: Pick<KnownPlace, "path" | "step">;
}

/** Everything that a rule may look at. */
export interface RuleContext extends Pick<FactContext, "suggest" | "settings"> {
  /** Layers merged, inherited fields filled in; without defaults and substitution (spec 1, 2.4). */
  readonly config: Config;
  /** The places of the merged layers whose schema has the annotation, without inherited fields; an object before its content. */
  readonly placesWith: (annotation: Annotation) => readonly KnownPlace[];
  /** All places of each layer alone, the lowest first. */
  readonly layers: readonly {
    readonly scope: Scope;
    /** Undefined for an unusable layer. */
    readonly tree: Place | undefined;
    readonly places: readonly KnownPlace[];
    /** Those of the places that hold a text. */
    readonly texts: readonly KnownText[];
    readonly strange: readonly StrangeText[];
  }[];
  /** The changes that the project makes to its user's configuration. */
  readonly trust: ProjectTrust;
  /** Chains of models that inherit from each other in a cycle, each once. */
  readonly cycles: readonly (readonly string[])[];
  /** The built-in models and providers of the host; undefined without a catalog. */
  readonly catalog: Catalog | undefined;
  /** The policies in force. */
  readonly policies: readonly Policy[];
  /** The string at a path after loading; undefined for a string with a variable or command, and without a string. */
  text(path: Path): string | undefined;
  /** The same; if commands never run, the literal text with the commands in it. */
  spelling(path: Path): string | undefined;
  /** The written string at a path whose `text` is undefined because of its substitutions. */
  template(path: Path): string | undefined;
  /** Whether no layer has a value at a path: not even a wrong one, or one under a misspelt key. */
  lacks(path: Path): boolean;
  /** Whether no value is in effect at a path. A wrong value and one under a misspelt key do not count: see `missing`. */
  misses(path: Path): boolean;
  /** The value that a higher layer unset with null; undefined without one. */
  unset(path: Path): unknown;
  /** The schema's default for a path. */
  defaultOf(path: Path): unknown;
  /** The names in a section, including those of the catalog and of entries with mistakes. */
  names(section: Section): ReadonlySet<string>;
  /**
   * Whether a name is certainly in no section of this name and in no catalog. A section with a misspelt name does not count: see `missing`.
   */
  isUnknown(section: Section, name: string): boolean;
  /** The layer that a value comes from. */
  scope(path: Path): Scope | undefined;
  /** The paths in the order of blame: the one from the highest layer comes first. */
  newestFirst(...paths: readonly Path[]): readonly Path[];
  /**
   * The kind of file at a path relative to the project, links followed; undefined without a file, `outside` if a link leads out of the
   * project, `link` if it leads nowhere, `unknown` if it cannot be determined.
   */
  kindOf(path: string): FileKind | "outside" | undefined;
}

/** An entry of a section, with its key: an object, because destructuring a pair makes an iterator. */
export interface Keyed<Entry> {
  readonly key: string;
  readonly entry: Entry;
}

/** The entries of a section that may be missing. */
export function entriesOf<Entry>(
  section: { readonly [name: string]: Entry | undefined } | undefined,
): readonly Keyed<Entry>[] {
  return section === undefined ? [] : (presentEntries(section) as readonly Keyed<Entry>[]);
}

/** Cached: dozens of rules read the entries of the same section. */
const presentEntries = oncePer((section: { readonly [name: string]: unknown }): readonly Keyed<unknown>[] => {
  const keys = Object.keys(section).filter((key) => section[key] !== undefined);
  return keys.map((key) => ({ key, entry: section[key] }));
});

/** An entry of a section, from own properties only (S8). */
export function entryOf<Entry>(
  section: { readonly [name: string]: Entry | undefined } | undefined,
  key: string | undefined,
): Entry | undefined {
  return section !== undefined && key !== undefined && Object.hasOwn(section, key) ? section[key] : undefined;
}
