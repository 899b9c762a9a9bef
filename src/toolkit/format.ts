/** Writes findings as the command writes them: for a person, one per line, or for programs. */
import type { LintResult } from "./judge/analysis/run.js";
import { exchanges } from "./judge/report/exchange.js";
import { groundOf } from "./judge/report/ground.js";
import { type Paint, plain } from "./judge/report/paint.js";
import { type ExchangeFormat, type ReportFormat, reporters } from "./judge/report/reporters.js";
import { hostHere } from "./read/host/here.js";
import type { Host } from "./read/host/host.js";

/** The result of `lint`, or of `load`, which keeps the texts that it read. */
export type Findings = LintResult | { readonly findings: () => LintResult };

export interface FormatOptions {
  /** How parts are highlighted, such as in colour; not at all by default. */
  readonly paint?: Paint;
  /** The machine that was linted on; the one this process runs on by default. */
  readonly host?: Host;
}

/**
 * The report of a result, in whole lines; empty where there are no findings. `pretty` shows each place in its text, `concise` is one line
 * each in the form that editors know, `json` is described by `schema/report.schema.json`, and the others by `docs/formats.md`. Only an error
 * counts as a failure, and each rule is described in one sentence; the command gives more of both. Every format hides secrets.
 */
export function format(result: Findings, as: ReportFormat, { paint = plain, host }: FormatOptions = {}): string {
  const found = "findings" in result ? result.findings() : result;
  if (!isExchange(as)) return reporters[as].render(found, found.diagnostics, paint);
  return exchanges[as].render(found, found.diagnostics, {
    ground: groundOf(host ?? hostHere()),
    counts: ({ severity }) => severity === "error",
    suppressed: found.suppressions ?? new Map(),
    pageOf: () => undefined,
    words: undefined,
  });
}

function isExchange(format: ReportFormat): format is ExchangeFormat {
  return Object.hasOwn(exchanges, format);
}
