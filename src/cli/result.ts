/** What lint found, said in the wanted format, and the exit code that it stands for. */
import type { LintResult } from "../analysis/run.js";
import type { Diagnostic, Severity } from "../diagnostic/diagnostic.js";
import { type ReportFormat, reporters } from "../report/reporters.js";
import { EXIT } from "./command.js";
import { layerNames, missingLayer, sayUnreadable } from "./open.js";
import { type ColorChoice, complain, paintFor, print, type Terminal, wantsColor } from "./terminal.js";

/** How to say it. */
export interface ResultFlags {
  readonly format: ReportFormat;
  readonly color: ColorChoice;
  readonly failOn: Severity;
  readonly quiet?: boolean;
}

const WEIGHT: Readonly<Record<Severity, number>> = { info: 0, warning: 1, error: 2 };

/** Prints a report, and returns the exit code that it stands for. */
export async function sayResult(terminal: Terminal, result: LintResult, flags: ResultFlags): Promise<number> {
  const reporter = reporters[flags.format];
  const isEmpty = result.layers.length === 0 && result.unreadable.length === 0;
  const shown = flags.quiet ? result.diagnostics.filter((diagnostic) => counts(diagnostic, flags)) : result.diagnostics;
  const paint = paintFor(wantsColor(flags.color, terminal.host.env, terminal.stdout));
  await print(terminal.stdout, reporter.render(result, shown, paint));
  if (isEmpty) return sayNoConfig(terminal);

  await sayUnreadable(terminal, result.unreadable);
  const gap = reporter.summary === "apart" && shown.length > 0 ? "\n" : "";
  if (!flags.quiet && reporter.summary !== "none") await print(terminal.stderr, `${gap}${summary(result)}`);
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

/** What was found, in what; and aloud, which layer was not there to be read. */
function summary({ layers, summary: { errors, warnings, infos }, suppressed, unreadable }: LintResult): string {
  if (layers.length === 0 && unreadable.length > 0) return "";
  const parts = [count(errors, "error"), count(warnings, "warning"), count(infos, "info")].filter(
    (part) => part !== "",
  );
  const hidden = suppressed === 0 ? "" : ` (${suppressed} suppressed)`;
  const found = `${parts.length === 0 ? "no problems" : parts.join(", ")}${hidden}`;
  const missing = missingLayer(layers);
  const alone =
    missing === undefined
      ? ""
      : `${missing} layer not read: cross-layer rules see the ${layers[0]?.scope} layer alone\n`;
  const isPair = new Set(layers.map(({ scope }) => scope)).size === layers.length;
  return `${found} in ${isPair ? layerNames(layers) : count(layers.length, "file")}\n${alone}`;
}

async function sayNoConfig(terminal: Terminal): Promise<number> {
  await complain(terminal, "no configuration found: neither a global one nor `.agent/` here or above");
  return EXIT.noConfig;
}

function count(number: number, noun: string): string {
  return number === 0 ? "" : `${number} ${noun}${number === 1 ? "" : "s"}`;
}
