/** What lint found, said in the wanted format, and the exit code that it stands for. */
import { EXIT } from "../../../terminal/command.js";
import { paintOn } from "../../../terminal/painted.js";
import { type ColorChoice, complain, paintFor, print, type Terminal } from "../../../terminal/terminal.js";
import type { LintResult } from "../../../toolkit/judge/analysis/run.js";
import { plain } from "../../../toolkit/judge/report/paint.js";
import type { Reporter } from "../../../toolkit/judge/report/reporter.js";
import { reporters } from "../../../toolkit/judge/report/reporters.js";
import type { Diagnostic, Severity } from "../../../toolkit/read/diagnostic/diagnostic.js";
import type { Choice } from "../../../toolkit/read/layers/locate.js";
import { sayNoConfig, sayUnreadable } from "../../open.js";
import { isRunByAgent } from "./agents.js";
import type { Delivered, Findings } from "./deliver.js";
import { type AtHand, onlyAtHand, wantedReports } from "./formats.js";
import { summaryOf } from "./summary.js";

/** How to say it, and where it was looked for. */
export interface ResultFlags extends Choice {
  /** As they were given; undefined for what is usual. */
  readonly format?: readonly string[];
  readonly color: ColorChoice;
  readonly failOn: Severity;
  readonly quiet?: boolean;
  /** More warnings than this many make the exit code 1. */
  readonly maxWarnings?: string;
  /** Whatever is found, the exit code is 0. */
  readonly exitZero?: boolean;
  /** How often each rule has something to say, instead of what. */
  readonly statistics?: boolean;
  /** What could be mended has been. */
  readonly fix?: boolean;
  /** How many fixes `--fix` would apply; undefined where there is too much to try them. */
  readonly mendable?: () => number | undefined;
  /** What to say where there is nothing to report on, if not that no layer was found. */
  readonly nothing?: Nothing | undefined;
}

/** Why there is nothing, and the exit code that this is worth. */
export interface Nothing {
  readonly why: string;
  readonly code: number;
}

const WEIGHT: Readonly<Record<Severity, number>> = { info: 0, warning: 1, error: 2 };

/** `remarks`: what there is to say of how it came about. */
type Report = LintResult & { readonly remarks?: readonly string[] };

/** Prints a report, and returns the exit code that it stands for. */
export async function sayResult(terminal: Terminal, result: Report, flags: ResultFlags): Promise<number> {
  const isEmpty = result.layers.length === 0 && result.unreadable.length === 0;
  const isCounted = (diagnostic: Diagnostic): boolean => counts(diagnostic, flags);
  const shown = flags.quiet ? result.diagnostics.filter(isCounted) : result.diagnostics;
  const { summary: place, isWhole } = await sayReports(terminal, { result, shown, counts: isCounted }, flags);
  if (isEmpty && flags.nothing !== undefined) {
    await complain(terminal, flags.nothing.why);
    return isWhole ? flags.nothing.code : EXIT.usage;
  }
  if (isEmpty) return sayNoConfig(terminal, flags);

  await sayUnreadable(terminal, result.unreadable);
  const summary =
    flags.quiet || place === "none" ? "" : summaryOf(result, flags.fix ? () => 0 : flags.mendable, result.remarks);
  const gap = place === "apart" && shown.length > 0 ? "\n" : "";
  if (summary !== "") await print(terminal.stderr, `${gap}${summary}`);
  if (isTooMuch(result, flags)) await complain(terminal, tooMany(result));
  return isWhole ? exitCode(result, flags) : EXIT.usage;
}

/** Prints what is wanted, or puts it where it should go. */
async function sayReports(terminal: Terminal, findings: Findings, flags: ResultFlags): Promise<Delivered> {
  const { format, color, statistics } = flags;
  const paint = await paintOn(terminal, color);
  const given = format ?? [isRunByAgent(terminal) && !statistics ? "agent" : "pretty"];
  const name = onlyAtHand(given);
  if (name === undefined) {
    const { deliver } = await import("./deliver.js");
    // No file is as wide as this terminal.
    const paints = { output: paint, file: color === "always" ? await paintFor(true) : plain };
    return deliver(terminal, wantedReports(given), findings, paints);
  }
  const { render, summary } = statistics ? await statisticsIn(name) : reporters[name];
  await print(terminal.stdout, render(findings.result, findings.shown, paint));
  return { summary, isWhole: true };
}

async function statisticsIn(format: AtHand): Promise<Reporter> {
  const { statisticsJson, statisticsText } = await import("../../../service/lint/statistics.js");
  return format === "json" ? statisticsJson : statisticsText;
}

function isTooMuch({ summary }: LintResult, { maxWarnings, exitZero }: ResultFlags): boolean {
  return maxWarnings !== undefined && !exitZero && summary.warnings > Number(maxWarnings);
}

function tooMany({ summary: { warnings } }: LintResult): string {
  return `${warnings} ${warnings === 1 ? "warning is" : "warnings are"} more than \`--max-warnings\` allows`;
}

function counts({ severity }: Diagnostic, { failOn }: ResultFlags): boolean {
  return WEIGHT[severity] >= WEIGHT[failOn];
}

/** What a report comes to. */
export function exitCode(result: LintResult, flags: ResultFlags): number {
  const { diagnostics, layers, unreadable } = result;
  if (unreadable.length > 0) return EXIT.usage;
  if (layers.length === 0) return EXIT.noConfig;
  if (flags.exitZero) return EXIT.ok;
  if (isTooMuch(result, flags)) return EXIT.findings;
  return diagnostics.some((diagnostic) => counts(diagnostic, flags)) ? EXIT.findings : EXIT.ok;
}
