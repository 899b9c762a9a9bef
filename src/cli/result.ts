/** What lint found, said in the wanted format, and the exit code that it stands for. */
import type { Diagnostic, Severity } from "../diagnostic/diagnostic.js";
import type { LintResult } from "../lint.js";
import { renderConcise } from "../report/concise.js";
import { renderJson } from "../report/json.js";
import { renderPretty } from "../report/pretty.js";
import { EXIT, layerNames, missingLayer, sayUnreadable } from "./configuration.js";
import { type ColorChoice, paintFor, print, type Terminal, wantsColor } from "./terminal.js";

/** How to say it. */
export interface ResultFlags {
  readonly format: "pretty" | "concise" | "json";
  readonly color: ColorChoice;
  readonly failOn: Severity;
  readonly quiet?: boolean;
}

const WEIGHT: Readonly<Record<Severity, number>> = { info: 0, warning: 1, error: 2 };

/** Prints a report, and returns the exit code that it stands for. */
export async function sayResult(terminal: Terminal, result: LintResult, flags: ResultFlags): Promise<number> {
  if (result.layers.length === 0 && result.unreadable.length === 0) {
    if (flags.format === "json") await print(terminal.stdout, renderJson(result, []));
    return sayNoConfig(terminal);
  }
  const shown = flags.quiet ? result.diagnostics.filter((diagnostic) => counts(diagnostic, flags)) : result.diagnostics;

  await print(terminal.stdout, render(terminal, flags, result, shown));
  await sayUnreadable(terminal, result.unreadable);
  const gap = flags.format === "pretty" && shown.length > 0 ? "\n" : "";
  if (!flags.quiet && flags.format !== "json") await print(terminal.stderr, `${gap}${summary(result)}`);
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

function render(terminal: Terminal, flags: ResultFlags, result: LintResult, shown: readonly Diagnostic[]): string {
  switch (flags.format) {
    case "json":
      return renderJson(result, shown);
    case "concise":
      return renderConcise(shown);
    case "pretty":
      return renderPretty(result, shown, paintFor(wantsColor(flags.color, terminal.env, terminal.stdout)));
  }
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
  await print(terminal.stderr, "agentcfg: no configuration found: neither a global one nor `.agent/` here or above\n");
  return EXIT.noConfig;
}

function count(number: number, noun: string): string {
  return number === 0 ? "" : `${number} ${noun}${number === 1 ? "" : "s"}`;
}
