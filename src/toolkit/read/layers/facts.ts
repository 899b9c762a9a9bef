/** The facts about locating and reading the layers, without words. */
import type { PathAnchor, SpanAnchor } from "../diagnostic/anchor.js";
import type { Scope } from "../diagnostic/diagnostic.js";
import type { ReadingFact } from "../document/facts.js";

type About<Kind extends string, At, Data = unknown> = { readonly kind: Kind; readonly at: At } & Readonly<Data>;

/** The current work on a layer, as it completes "while". */
export type Stage = "reading" | "checking" | "fixing" | "loading";

/** Facts about a layer whose file was not read (S1–S5). */
type LocationFact =
  /** `files`: the places that were searched. */
  | About<"no-config", SpanAnchor, { files: readonly string[] }>
  /** `reason` completes "cannot be read: …". */
  | About<"unreadable", SpanAnchor, { scope: Scope; reason: string }>
  /** An unexpected exception ended the work on it. */
  | About<"unforeseen", SpanAnchor, { scope: Scope; stage: Stage }>
  | About<"ambiguous-file", SpanAnchor, { scope: Scope; files: readonly string[] }>
  | About<"global-in-project", SpanAnchor>
  | About<"leaves-project", SpanAnchor>
  | About<"link-skipped", SpanAnchor>;

/** Facts about the version in a file (S10). */
type VersionFact =
  | About<"no-version", PathAnchor>
  | About<"outdated-version", PathAnchor, { version: number }>
  | About<"newer-version", PathAnchor, { version: number }>;

/**
 * Facts about settings that a project may not make (S11): a section (`isNull` if the project tries to erase it), or a setting inside one
 * (S4).
 */
type ScopeFact = About<"global-only", PathAnchor, { isNull: boolean }> | About<"global-setting", PathAnchor>;

/** The fact about a file of another tool; `tool`: its usual name. */
type ForeignFact = About<"other-tool", SpanAnchor, { tool: string }>;

/** Facts about one layer alone. */
export type LayerFact = ReadingFact | LocationFact | VersionFact | ScopeFact | ForeignFact;
