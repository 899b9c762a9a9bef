/** `agentcfg lint`: reads what was named, reports, and says by its exit code whether that is good enough. */
import type { Diagnostic, Scope, Severity } from "../diagnostic.js";
import type { Format } from "../document/document.js";
import { MAX_SIZE } from "../document/text.js";
import { type LintResult, type LintText, lint } from "../lint.js";
import { printable } from "../printable.js";
import { renderConcise } from "../report/concise.js";
import { renderJson } from "../report/json.js";
import { renderPretty } from "../report/pretty.js";
import { type ColorChoice, paintFor, print, readInput, type Terminal, wantsColor } from "./terminal.js";

export interface LintFlags {
  readonly format: "pretty" | "concise" | "json";
  readonly color: ColorChoice;
  readonly failOn: Severity;
  readonly quiet?: boolean;
  readonly as?: Scope;
  readonly stdinFilename?: string;
}

const WEIGHT: Readonly<Record<Severity, number>> = { info: 0, warning: 1, error: 2 };

/** Runs the command and returns its exit code. */
export async function runLint(terminal: Terminal, names: readonly string[], flags: LintFlags): Promise<number> {
  const texts = names.includes("-") ? [await standardInput(terminal, flags.stdinFilename)] : [];
  const files = names.filter((name) => name !== "-");
  const result = lint({ files, texts, ...(flags.as === undefined ? {} : { as: flags.as }) });
  const counts = ({ severity }: Diagnostic): boolean => WEIGHT[severity] >= WEIGHT[flags.failOn];
  const shown = flags.quiet ? result.diagnostics.filter(counts) : result.diagnostics;

  await print(terminal.stdout, render(terminal, flags, result, shown));
  for (const { file, reason } of result.unreadable) {
    await print(terminal.stderr, `agentcfg: cannot read ${printable(file)}: ${reason}\n`);
  }
  const gap = flags.format === "pretty" && shown.length > 0 ? "\n" : "";
  if (!flags.quiet && flags.format !== "json") await print(terminal.stderr, `${gap}${summary(result)}`);
  if (result.unreadable.length > 0) return 2;
  return result.diagnostics.some(counts) ? 1 : 0;
}

function render(terminal: Terminal, flags: LintFlags, result: LintResult, shown: readonly Diagnostic[]): string {
  switch (flags.format) {
    case "json":
      return renderJson(result, shown);
    case "concise":
      return renderConcise(shown);
    case "pretty":
      return renderPretty(result, shown, paintFor(wantsColor(flags.color, terminal.env, terminal.stdout)));
  }
}

async function standardInput(terminal: Terminal, name: string | undefined): Promise<LintText> {
  const text = await readInput(terminal, MAX_SIZE);
  return name === undefined ? { file: "<stdin>", text, format: guessFormat(text) } : { file: name, text };
}

/** Without a name to go by: JSON starts with a brace, and JSON is never read as YAML (S6). */
function guessFormat(bytes: Uint8Array): Format {
  const start = new TextDecoder().decode(bytes.subarray(0, 1024)).trimStart();
  return start.startsWith("{") ? "jsonc" : "yaml";
}

function summary({ layers, summary: { errors, warnings, infos }, unreadable }: LintResult): string {
  if (layers.length === 0 && unreadable.length > 0) return "";
  const parts = [count(errors, "error"), count(warnings, "warning"), count(infos, "info")].filter(
    (part) => part !== "",
  );
  return `${parts.length === 0 ? "no problems" : parts.join(", ")} in ${count(layers.length, "file")}\n`;
}

function count(number: number, noun: string): string {
  return number === 0 ? "" : `${number} ${noun}${number === 1 ? "" : "s"}`;
}
