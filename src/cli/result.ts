/** What lint found, said in the wanted format, and the exit code that it stands for. */
import type { LintResult } from "../analysis/run.js";
import type { Diagnostic, Severity } from "../diagnostic/diagnostic.js";
import type { Choice } from "../layers/locate.js";
import { type ReportFormat, reporters } from "../report/reporters.js";
import { EXIT } from "./command.js";
import { sayNoConfig, sayUnreadable } from "./open.js";
import { summaryOf } from "./summary.js";
import { type ColorChoice, paintFor, print, type Terminal, wantsColor } from "./terminal.js";

/** How to say it, and where it was looked for. */
export interface ResultFlags extends Choice {
  readonly format: ReportFormat;
  readonly color: ColorChoice;
  readonly failOn: Severity;
  readonly quiet?: boolean;
  /** What could be mended has been. */
  readonly fix?: boolean;
}

const WEIGHT: Readonly<Record<Severity, number>> = { info: 0, warning: 1, error: 2 };

/** Prints a report, and returns the exit code that it stands for. */
export async function sayResult(terminal: Terminal, result: LintResult, flags: ResultFlags): Promise<number> {
  const reporter = reporters[flags.format];
  const isEmpty = result.layers.length === 0 && result.unreadable.length === 0;
  const shown = flags.quiet ? result.diagnostics.filter((diagnostic) => counts(diagnostic, flags)) : result.diagnostics;
  const paint = await paintFor(wantsColor(flags.color, terminal.host.env, terminal.stdout));
  await print(terminal.stdout, reporter.render(result, shown, paint));
  if (isEmpty) return sayNoConfig(terminal, flags);

  await sayUnreadable(terminal, result.unreadable);
  const summary = flags.quiet || reporter.summary === "none" ? "" : summaryOf(result, flags.fix ?? false);
  const gap = reporter.summary === "apart" && shown.length > 0 ? "\n" : "";
  if (summary !== "") await print(terminal.stderr, `${gap}${summary}`);
  return exitCode(result, flags);
}

function counts({ severity }: Diagnostic, { failOn }: ResultFlags): boolean {
  return WEIGHT[severity] >= WEIGHT[failOn];
}

/** What a report comes to. */
export function exitCode({ diagnostics, layers, unreadable }: LintResult, flags: ResultFlags): number {
  if (unreadable.length > 0) return EXIT.usage;
  if (layers.length === 0) return EXIT.noConfig;
  return diagnostics.some((diagnostic) => counts(diagnostic, flags)) ? EXIT.findings : EXIT.ok;
}
