/** The facts about suppression comments, without words. */
import type { SpanAnchor } from "../../read/diagnostic/anchor.js";
import type { Scope, Span } from "../../read/diagnostic/diagnostic.js";

type About<Kind extends string, Data = unknown> = { readonly kind: Kind; readonly at: SpanAnchor } & Readonly<Data>;

export type SuppressionFact =
  | About<"suppression-without-rule">
  /** `gap`: the text between the rules and a reason without `--`. */
  | About<"suppression-without-reason", { gap: Span | undefined }>
  /** `alike`: similar names of rules. */
  | About<"suppression-of-unknown-rule", { id: string; alike: readonly string[] }>
  /** `isProjects`: whether a comment in the global file could suppress it. */
  | About<"suppression-not-allowed", { id: string; scope: Scope; isProjects: boolean }>
  /** `isAll`: whether none of the named rules has a finding; `comment`: the text to remove with it. */
  | About<"unused-suppression", { rules: readonly string[]; isAll: boolean; isOfFile: boolean; comment: Span }>;
