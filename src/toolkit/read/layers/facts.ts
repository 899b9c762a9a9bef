/** What finding and reading the layers brings to light, in no words. */
import type { PathAnchor, SpanAnchor } from "../diagnostic/anchor.js";
import type { Scope } from "../diagnostic/diagnostic.js";
import type { ReadingFact } from "../document/facts.js";

type About<Kind extends string, At, Data = unknown> = { readonly kind: Kind; readonly at: At } & Readonly<Data>;

/** What was being done with a layer, as it completes "while". */
export type Stage = "reading" | "checking" | "fixing" | "loading";

/** Of a layer whose file was not read (S1–S5). */
type LocationFact =
  /** `files`: where there could be one. */
  | About<"no-config", SpanAnchor, { files: readonly string[] }>
  /** `reason` completes "cannot be read: …". */
  | About<"unreadable", SpanAnchor, { scope: Scope; reason: string }>
  /** Work on it ended in an exception that nobody foresaw. */
  | About<"unforeseen", SpanAnchor, { scope: Scope; stage: Stage }>
  | About<"ambiguous-file", SpanAnchor, { scope: Scope; files: readonly string[] }>
  | About<"global-in-project", SpanAnchor>
  | About<"leaves-project", SpanAnchor>
  | About<"link-skipped", SpanAnchor>;

/** Of the version that a file says it has (S10). */
type VersionFact =
  | About<"no-version", PathAnchor>
  | About<"outdated-version", PathAnchor, { version: number }>
  | About<"newer-version", PathAnchor, { version: number }>;

/** Of what a project may not say (S11): a section, which with null it tries to erase, or a setting inside of one (S4). */
type ScopeFact = About<"global-only", PathAnchor, { isNull: boolean }> | About<"global-setting", PathAnchor>;

/** Of a file that another tool wrote for itself; `tool`: as people call it. */
type ForeignFact = About<"other-tool", SpanAnchor, { tool: string }>;

/** Of one layer alone. */
export type LayerFact = ReadingFact | LocationFact | VersionFact | ScopeFact | ForeignFact;
