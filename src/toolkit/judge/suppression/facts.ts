/** What can be wrong with a comment that suppresses findings, in no words. */
import type { SpanAnchor } from "../../read/diagnostic/anchor.js";
import type { Scope, Span } from "../../read/diagnostic/diagnostic.js";

type About<Kind extends string, Data = unknown> = { readonly kind: Kind; readonly at: SpanAnchor } & Readonly<Data>;

export type SuppressionFact =
  | About<"suppression-without-rule">
  | About<"suppression-without-reason">
  /** `alike`: rules with a name like it. */
  | About<"suppression-of-unknown-rule", { id: string; alike: readonly string[] }>
  /** `isProjects`: it could be suppressed in the global file. */
  | About<"suppression-not-allowed", { id: string; scope: Scope; isProjects: boolean }>
  /** `isAll`: none of the rules that it names; `comment`: what to take out with it. */
  | About<"unused-suppression", { rules: readonly string[]; isAll: boolean; isOfFile: boolean; comment: Span }>;
