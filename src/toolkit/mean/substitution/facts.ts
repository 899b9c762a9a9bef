/** What is to say of substitutions, in no words. */
import type { ScanProblem, Substitution } from "../../../text/scan.js";
import type { PathAnchor } from "../../read/diagnostic/anchor.js";

export type CommandPart = Extract<Substitution, { kind: "command" | "fallback" }>;
type Fallback = Extract<Substitution, { kind: "fallback" }>;

/** Something whose value or output the shell would take for a command: one thing alone, perhaps in double quotes. */
export type Nested =
  | { readonly kind: "variable"; readonly name: string }
  | { readonly kind: "command"; readonly opener: string; readonly closer: string };

type About<Kind extends string, Data> = { readonly kind: Kind; readonly at: PathAnchor } & Readonly<Data>;

/** What can be known without resolving anything. */
export type SubstitutionFact =
  /** `text` begins where the problem does; `isOpaque`: it is an extension's, and stays as it is written (S29). */
  | About<"broken-substitution", { problem: ScanProblem; text: string; mayRun: boolean; isOpaque: boolean }>
  | About<"command-in-project", { part: CommandPart }>
  | About<"command-disabled", { part: CommandPart }>
  | About<"command-in-prose", { part: CommandPart }>
  /** A fallback that reads like a default text. */
  | About<"word-as-command", { part: Fallback }>
  | About<"nested-command", { part: Fallback; nested: Nested }>;

/** What only resolving brings to light. */
export type ResolutionFact =
  /** `isKept`: it stays as it is written. */
  | About<"unset-variable", { name: string; isKept: boolean }>
  /** `reason` completes "the command failed: …" and quotes no output. */
  | About<"command-failed", { reason: string }>
  /** A command in an entry that only the project makes complete. */
  | About<"command-in-half", unknown>
  | About<"value-too-long", unknown>
  /** With this value all texts together are longer than they may be. */
  | About<"too-much-text", unknown>
  /** What stands in a text for something else makes it unfit for its place. */
  | About<"misfit", { sources: readonly Substitution[] }>;
