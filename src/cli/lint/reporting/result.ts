/** Prints the findings in the chosen format, and returns the exit code. */
import { EXIT } from "../../../terminal/command.js";
import { paintOn } from "../../../terminal/painted.js";
import { type ColorChoice, complain, paintFor, print, type Terminal } from "../../../terminal/terminal.js";
import type { LintResult } from "../../../toolkit/judge/analysis/run.js";
import { isForReview } from "../../../toolkit/judge/report/for-review.js";
import { plain } from "../../../toolkit/judge/report/paint.js";
import type { Reporter } from "../../../toolkit/judge/report/reporter.js";
import { isReadByPeople, reporters } from "../../../toolkit/judge/report/reporters.js";
import { type Diagnostic, isAtLeast, type Severity } from "../../../toolkit/read/diagnostic/diagnostic.js";
import type { Choice } from "../../../toolkit/read/layers/choice.js";
import { sayUnreadable, whyNoConfig } from "../../open.js";
import { isRunByAgent } from "./agents.js";
import type { Delivered, Findings } from "./deliver.js";
import { type AtHand, onlyAtHand, wantedReports } from "./formats.js";
import { summaryOf } from "./summary.js";

/** Options of the report and of the layers. */
export interface ResultFlags extends Choice {
  /** The values of `--format`; undefined for the default. */
  readonly format?: readonly string[];
  readonly color: ColorChoice;
  readonly failOn: Severity;
  readonly quiet?: boolean;
  /** More warnings than this many make the exit code 1. */
  readonly maxWarnings?: string;
  /** Findings do not change the exit code 0. */
  readonly exitZero?: boolean;
  /** Counts the findings of each rule instead of printing them. */
  readonly statistics?: boolean;
  /** Fixes have been applied. */
  readonly fix?: boolean;
  /** The number of fixes that `--fix` would apply; undefined if there are too many to try. */
  readonly mendable?: () => number | undefined;
  /** The message if no file was checked; by default, that no configuration was found. */
  readonly nothing?: Nothing | undefined;
}

/** Why no file was checked, and the exit code for it. */
export interface Nothing {
  readonly why: string;
  readonly code: number;
}

/** `remarks`: lines about the selection of findings. */
type Report = LintResult & { readonly remarks?: readonly string[] };

/** Prints a report and returns the exit code. */
export async function sayResult(terminal: Terminal, result: Report, flags: ResultFlags): Promise<number> {
  const isEmpty = result.layers.length === 0 && result.unreadable.length === 0;
  const least = isTooMuch(result, flags) && flags.failOn === "error" ? "warning" : flags.failOn;
  const isCounted = ({ severity }: Diagnostic): boolean => isAtLeast(severity, least);
  const shown = flags.quiet ? result.diagnostics.filter(isCounted) : result.diagnostics;
  const isListed = (diagnostic: Diagnostic): boolean => flags.failOn === "info" || !isForReview(diagnostic);
  const nothing = isEmpty ? (flags.nothing?.why ?? whyNoConfig(terminal.host, flags)) : undefined;
  const findings = { result, shown, listed: shown.filter(isListed), counts: isCounted, nothing };
  const { summary: place, isWhole, isForPeople } = await sayReports(terminal, findings, flags);
  if (nothing !== undefined) {
    await complain(terminal, nothing);
    return isWhole ? (flags.nothing?.code ?? EXIT.noConfig) : EXIT.usage;
  }

  await sayUnreadable(terminal, result.unreadable);
  const listed = isForPeople ? result.diagnostics.filter(isListed) : result.diagnostics;
  const summary =
    flags.quiet || place === "none"
      ? ""
      : summaryOf(result, listed, flags.fix ? () => 0 : flags.mendable, result.remarks);
  const gap = place === "apart" && (isForPeople ? findings.listed : shown).length > 0 ? "\n" : "";
  if (summary !== "") await print(terminal.stderr, `${gap}${summary}`);
  if (isTooMuch(result, flags)) await complain(terminal, tooMany(result));
  return isWhole ? exitCode(result, flags) : EXIT.usage;
}

/** Prints the report, or delivers several. */
async function sayReports(terminal: Terminal, findings: Findings, flags: ResultFlags): Promise<Delivered> {
  const { format, color, statistics } = flags;
  const paint = await paintOn(terminal, color);
  const given = format ?? [isRunByAgent(terminal) && !statistics ? "agent" : "pretty"];
  const name = onlyAtHand(given);
  if (name === undefined) {
    const { deliver } = await import("./deliver.js");
    // A report in a file has no terminal to fit.
    const paints = { output: paint, file: color === "always" ? await paintFor(true) : plain };
    return deliver(terminal, wantedReports(given), findings, paints);
  }
  const { render, summary } = statistics ? await statisticsIn(name) : reporters[name];
  const isForPeople = !statistics && isReadByPeople(name);
  await print(terminal.stdout, render(findings.result, isForPeople ? findings.listed : findings.shown, paint));
  return { summary, isForPeople, isWhole: true };
}

async function statisticsIn(format: AtHand): Promise<Reporter> {
  const { statisticsJson, statisticsText } = await import("../../../service/lint/statistics.js");
  return format === "json" ? statisticsJson : statisticsText;
}

/** The lowest severity that report and exit code depend on. A report for people has no counts with `--quiet`. */
export function leastSeverity({ quiet, failOn, maxWarnings, statistics, format }: ResultFlags): Severity {
  if (!quiet || maxWarnings !== undefined || statistics) return "info";
  const name = format && onlyAtHand(format);
  const isForPeople = format === undefined || (name !== undefined && reporters[name].summary !== "none");
  return isForPeople ? failOn : "info";
}

function isTooMuch({ summary }: LintResult, { maxWarnings, exitZero }: ResultFlags): boolean {
  return maxWarnings !== undefined && !exitZero && summary.warnings > Number(maxWarnings);
}

function tooMany({ summary: { warnings } }: LintResult): string {
  return `${warnings} ${warnings === 1 ? "warning is" : "warnings are"} more than \`--max-warnings\` allows`;
}

function counts({ severity }: Diagnostic, { failOn }: ResultFlags): boolean {
  return isAtLeast(severity, failOn);
}

/** The exit code of a report. */
export function exitCode(result: LintResult, flags: ResultFlags): number {
  const { diagnostics, layers, unreadable } = result;
  if (unreadable.length > 0) return EXIT.usage;
  if (layers.length === 0) return EXIT.noConfig;
  if (flags.exitZero) return EXIT.ok;
  if (isTooMuch(result, flags)) return EXIT.findings;
  return diagnostics.some((diagnostic) => counts(diagnostic, flags)) ? EXIT.findings : EXIT.ok;
}
