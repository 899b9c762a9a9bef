/** Infos for `agentcfg review`, which are no news to people who see every report of a repository (S56). */
import type { Diagnostic } from "../../read/diagnostic/diagnostic.js";
import { rules } from "../rules/index.js";

const FOR_REVIEW: ReadonlySet<string> = new Set(rules.flatMap(({ id, isForReview }) => (isForReview ? [id] : [])));

/** False for a finding to which its user gave another severity. */
export function isForReview({ rule, severity }: Diagnostic): boolean {
  return severity === "info" && FOR_REVIEW.has(rule);
}

/** The number of programs that such findings name. */
export function programsIn(diagnostics: readonly Diagnostic[]): number {
  return diagnostics.filter(isForReview).reduce((sum, { related }) => sum + 1 + related.length, 0);
}
