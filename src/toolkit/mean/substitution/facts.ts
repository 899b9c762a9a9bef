/** The facts about substitutions, without words. */
import type { ScanProblem, Substitution } from "../../../text/scan.js";
import type { PathAnchor } from "../../read/diagnostic/anchor.js";

export type CommandPart = Extract<Substitution, { kind: "command" | "fallback" }>;
type Fallback = Extract<Substitution, { kind: "fallback" }>;

/**
 * A variable or a command as the whole text of another command, perhaps in double quotes: the shell would run its value or output as a
 * command.
 */
export type Nested =
  | { readonly kind: "variable"; readonly name: string }
  | { readonly kind: "command"; readonly opener: string; readonly closer: string };

type About<Kind extends string, Data> = { readonly kind: Kind; readonly at: PathAnchor } & Readonly<Data>;

/** The facts that lint knows without resolving. */
export type SubstitutionFact =
  /** `text` begins where the problem does; `isOpaque`: the value belongs to an extension and stays unresolved (S29). */
  | About<"broken-substitution", { problem: ScanProblem; text: string; mayRun: boolean; isOpaque: boolean }>
  | About<"command-in-project", { part: CommandPart }>
  | About<"command-disabled", { part: CommandPart }>
  | About<"command-in-prose", { part: CommandPart }>
  /** A fallback that looks like a default text. */
  | About<"word-as-command", { part: Fallback }>
  | About<"nested-command", { part: Fallback; nested: Nested }>;

/** The facts that only resolving finds. */
export type ResolutionFact =
  /** `isKept`: the variable stays unresolved. */
  | About<"unset-variable", { name: string; isKept: boolean }>
  /** `reason` completes "the command failed: …" and quotes no output. */
  | About<"command-failed", { reason: string }>
  /** A command in an entry that is complete only with the project. */
  | About<"command-in-half", unknown>
  | About<"value-too-long", unknown>
  /** With this value, all texts together exceed the limit. */
  | About<"too-much-text", unknown>
  /** A text that does not fit its place after substitution. */
  | About<"misfit", { sources: readonly Substitution[] }>;
