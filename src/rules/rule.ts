/**
 * The contract of a rule: what it says about itself, what it may look at, and what it answers.
 * A rule speaks of paths; where they are written, in which layer and how, is found out for it.
 */
import type { Scope, Severity } from "../diagnostic/diagnostic.js";
import type { Finding, PathAnchor, Related } from "../diagnostic/finding.js";
import type { EffectiveConfig } from "../generated/effective.js";
import type { FileKind } from "../host/host.js";
import type { Catalog } from "../layers/catalog.js";
import type { Place } from "../schema/places.js";
import { formatPath, type Path } from "../text/path.js";
import { quote } from "../text/printable.js";

export interface Rule {
  /** `family/name-of-the-defect`; the file is `family/name-of-the-defect.ts`. */
  readonly id: string;
  /** What a finding of this rule is worth, unless the finding itself says otherwise. */
  readonly severity: Severity;
  /** One line: what the rule reports. */
  readonly summary: string;
  /** Whether a finding can carry a fix: a case on its page shows it. */
  readonly fixable?: true;
  /** Absent where an earlier stage sees to it: reading, the schema, layering or substitution. */
  readonly check?: (view: View) => Iterable<Report>;
}

/** What a rule reports: a finding that need not name its rule. */
export interface Report extends Omit<Finding, "rule" | "at" | "related"> {
  readonly at: PathAnchor;
  readonly related?: readonly Elsewhere[];
  /** Other paths that may have brought it about: where a project wrote or erased one of them, that is where to mend it. */
  readonly because?: readonly Path[];
}

/** Another place that takes part. */
export interface Elsewhere extends Related {
  readonly at: PathAnchor;
}

/** A configuration in which anything may be missing. What does not fit the schema is not there. */
export type Config = Sparse<EffectiveConfig>;

type Sparse<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { readonly [Key in keyof T]?: Sparse<T[Key]> }
    : T;

/** A section whose entries have names of their own. */
export type Section = "providers" | "models" | "mcp_servers" | "facets" | "subagents";

/** All that a rule may look at. */
export interface View {
  /** Layers merged, inherited fields filled in; no defaults, nothing resolved (spec 1, 2.4). */
  readonly config: Config;
  /** Every value of the merged layers with its schema, inherited fields left out. */
  readonly places: readonly Place[];
  /** The same for each layer by itself, the lowest first. */
  readonly layers: readonly { readonly scope: Scope; readonly places: readonly Place[] }[];
  /** Chains of models that inherit from each other in a circle, each once. */
  readonly cycles: readonly (readonly string[])[];
  /** What the host knows by itself; undefined when nobody said. */
  readonly catalog: Catalog | undefined;
  /** The string at a path as it will be once loaded; undefined while a variable or command stands in it, or there is none. */
  text(path: Path): string | undefined;
  /** The same, and where commands never run, the text with the commands in it: what would be used by the letter. */
  spelling(path: Path): string | undefined;
  /** Whether nobody wrote a value at a path: not even a wrong one, or one under a misspelt key. */
  lacks(path: Path): boolean;
  /** The names in a section, those of the catalog and of entries with mistakes included. */
  names(section: Section): ReadonlySet<string>;
  /** Whether a name is certainly in no layer and in no catalog. */
  isUnknown(section: Section, name: string): boolean;
  /** The layer that a value comes from. */
  scope(path: Path): Scope | undefined;
  /** The paths in the order of blame: the one that the highest layer wrote comes first. */
  newestFirst(...paths: readonly Path[]): readonly Path[];
  /** What lies at a path relative to the project; undefined when there is nothing, `unknown` when nobody can tell. */
  kindOf(path: string): FileKind | undefined;
}

/** Points at the name of a path. */
export function keyAt(...path: Path): PathAnchor {
  return { path, part: "key" };
}

/** Points at the value of a path. */
export function valueAt(...path: Path): PathAnchor {
  return { path, part: "value" };
}

/** A path in backticks. */
export function name(...path: Path): string {
  return quote(formatPath(path));
}

/** The entries of a section that may be missing. */
export function entriesOf<Entry>(
  section: { readonly [name: string]: Entry | undefined } | undefined,
): readonly (readonly [string, Entry])[] {
  return Object.entries(section ?? {}).filter((entry): entry is [string, Entry] => entry[1] !== undefined);
}

/** An entry of a section, looked up by own properties only (S8). */
export function entryOf<Entry>(
  section: { readonly [name: string]: Entry | undefined } | undefined,
  key: string | undefined,
): Entry | undefined {
  return section !== undefined && key !== undefined && Object.hasOwn(section, key) ? section[key] : undefined;
}
