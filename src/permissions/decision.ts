/** What rules say about one call. */
import type { PlacedRule } from "./rule.js";

export interface Decision {
  /** `none`: no rule speaks about it, or no rule about all of it. */
  readonly effect: "allow" | "ask" | "deny" | "none";
  /** The rule that decides. */
  readonly rule?: PlacedRule;
  /** The part of a command that decides, as it is written. */
  readonly part?: string;
  /** Whether a rule that denies may mean it: then it asks even where all is allowed but what is denied. */
  readonly mayBeDenied?: boolean;
  /** One clause, for a message. */
  readonly reason: string;
}

/**
 * The decision where files of permissions have these mistakes, by their rules of lint: a file that is not read whole may deny what no rule is
 * about. What a rule of `permission/` finds is read.
 */
export function besideMistakes(decision: Decision, mistakes: readonly string[]): Decision {
  if (decision.effect !== "none" || mistakes.every((rule) => rule.startsWith("permission/"))) return decision;
  return { ...decision, mayBeDenied: true, reason: "a file of permissions has errors" };
}
