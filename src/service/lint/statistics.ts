/** The number of findings of each rule, as text, or as JSON for programs. */
import { printableJson } from "../../text/escape.js";
import { grouped } from "../../text/grouped.js";
import { ruleTag } from "../../toolkit/judge/report/paint.js";
import type { Reporter } from "../../toolkit/judge/report/reporter.js";
import { ruleInfos } from "../../toolkit/judge/rules/info.js";
import { type Diagnostic, isFixable, type Severity } from "../../toolkit/read/diagnostic/diagnostic.js";

interface Count {
  readonly rule: string;
  /** The severity of the most severe finding. */
  readonly severity: Severity;
  readonly count: number;
  /** The number of them that `--fix` fixes. */
  readonly fixable: number;
}

const SEVERITIES: readonly Severity[] = ["error", "warning", "info"];

/** The most frequent first. */
function countsOf(diagnostics: readonly Diagnostic[]): readonly Count[] {
  const byRule = grouped(diagnostics.map((diagnostic) => [diagnostic.rule, diagnostic] as const));
  const counts = [...byRule].map(([rule, all]) => ({
    rule,
    severity: SEVERITIES.find((severity) => all.some((one) => one.severity === severity)) ?? "info",
    count: all.length,
    fixable: all.filter(isFixable).length,
  }));
  return counts.sort((a, b) => b.count - a.count || (a.rule < b.rule ? -1 : 1));
}

/** `[*]` marks rules with a finding that `--fix` fixes. */
export const statisticsText: Reporter = {
  render: (_, shown, paint) => {
    const counts = countsOf(shown);
    const summaries = new Map(ruleInfos.map(({ id, summary }) => [id, summary]));
    const most = Math.max(0, ...counts.map(({ count }) => String(count).length));
    const widest = Math.max(0, ...counts.map(({ rule, severity }) => `${severity}[${rule}]`.length));
    return counts
      .map(({ rule, severity, count, fixable }) => {
        const mark = fixable > 0 ? "[*]" : "   ";
        const space = " ".repeat(widest - `${severity}[${rule}]`.length);
        return `${String(count).padStart(most)}  ${mark}  ${ruleTag(paint, severity, rule)}${space}  ${summaries.get(rule) ?? ""}\n`;
      })
      .join("");
  },
  summary: "apart",
};

export const statisticsJson: Reporter = {
  render: (_, shown) => `${printableJson({ version: 1, rules: countsOf(shown) })}\n`,
  summary: "none",
};
