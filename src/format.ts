/** Writes what was found as the command writes it: for a person, a line each, or for programs. */
import type { LintResult } from "./analysis/run.js";
import { type Paint, plain } from "./report/paint.js";
import { type ReportFormat, reporters } from "./report/reporters.js";

/** What was found: by `lint`, as it is; by `load`, whose result knows the texts that it read. */
export type Findings = LintResult | { readonly findings: () => LintResult };

export interface FormatOptions {
  /** How parts stand out, such as in colour; not at all by default. */
  readonly paint?: Paint;
}

/**
 * The report of a result, whole lines; empty where there is nothing to say. `pretty` shows each place in its text, `concise` is a line
 * each in the form that editors know, `json` is described by `schema/report.schema.json`. Secrets are hidden in each.
 */
export function format(result: Findings, as: ReportFormat, { paint = plain }: FormatOptions = {}): string {
  const found = "findings" in result ? result.findings() : result;
  return reporters[as].render(found, found.diagnostics, paint);
}
