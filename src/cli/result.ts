/** What lint found, said in the wanted format, and the exit code that it stands for. */
import type { LintResult } from "../analysis/run.js";
import type { Diagnostic, Severity } from "../diagnostic/diagnostic.js";
import type { Choice } from "../layers/locate.js";
import { plain } from "../report/paint.js";
import { reporters } from "../report/reporters.js";
import { isRunByAgent } from "./agents.js";
import { EXIT } from "./command.js";
import type { Delivered, Findings } from "./deliver.js";
import { onlyAtHand, wantedReports } from "./formats.js";
import { sayNoConfig, sayUnreadable } from "./open.js";
import { summaryOf } from "./summary.js";
import { type ColorChoice, complain, paintFor, print, type Terminal, wantsColor } from "./terminal.js";

/** How to say it, and where it was looked for. */
export interface ResultFlags extends Choice {
  /** As they were given; undefined for what is usual. */
  readonly format?: readonly string[];
  readonly color: ColorChoice;
  readonly failOn: Severity;
  readonly quiet?: boolean;
  /** What could be mended has been. */
  readonly fix?: boolean;
  /** What to say where there is nothing to report on, if not that no layer was found. */
  readonly nothing?: Nothing | undefined;
}

/** Why there is nothing, and the exit code that this is worth. */
export interface Nothing {
  readonly why: string;
  readonly code: number;
}

const WEIGHT: Readonly<Record<Severity, number>> = { info: 0, warning: 1, error: 2 };

/** Prints a report, and returns the exit code that it stands for. */
export async function sayResult(terminal: Terminal, result: LintResult, flags: ResultFlags): Promise<number> {
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
  const summary = flags.quiet || place === "none" ? "" : summaryOf(result, flags.fix ?? false);
  const gap = place === "apart" && shown.length > 0 ? "\n" : "";
  if (summary !== "") await print(terminal.stderr, `${gap}${summary}`);
  return isWhole ? exitCode(result, flags) : EXIT.usage;
}

/** Prints what is wanted, or puts it where it should go. */
async function sayReports(terminal: Terminal, findings: Findings, { format, color }: ResultFlags): Promise<Delivered> {
  const paint = await paintFor(wantsColor(color, terminal.host.env, terminal.stdout));
  const given = format ?? [isRunByAgent(terminal) ? "agent" : "pretty"];
  const name = onlyAtHand(given);
  if (name === undefined) {
    const { deliver } = await import("./deliver.js");
    const paints = { output: paint, file: color === "always" ? paint : plain };
    return deliver(terminal, wantedReports(given), findings, paints);
  }
  const { render, summary } = reporters[name];
  await print(terminal.stdout, render(findings.result, findings.shown, paint));
  return { summary, isWhole: true };
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
