/** `agentcfg lint`: reads what was named, reports, and says by its exit code whether that is good enough. */
import type { Diagnostic, Scope, Severity } from "../diagnostic.js";
import type { Format } from "../document/document.js";
import { MAX_SIZE } from "../document/text.js";
import { choiceOf } from "../layers/locate.js";
import { type LintResult, type LintText, lint } from "../lint.js";
import { renderConcise } from "../report/concise.js";
import { renderJson } from "../report/json.js";
import { renderPretty } from "../report/pretty.js";
import { EXIT, type LayerFlags, layerNames, missingLayer, sayUnreadable } from "./configuration.js";
import { type ColorChoice, paintFor, print, readInput, type Terminal, wantsColor } from "./terminal.js";

export interface LintFlags extends LayerFlags {
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
  const { as, global, project } = flags;
  const chosen = { ...(as && { as }), ...choiceOf(global, project) };
  const result = lint({ files, texts, ...chosen });
  if (result.layers.length === 0 && result.unreadable.length === 0) {
    if (flags.format === "json") await print(terminal.stdout, renderJson(result, []));
    return sayNoConfig(terminal);
  }
  const counts = ({ severity }: Diagnostic): boolean => WEIGHT[severity] >= WEIGHT[flags.failOn];
  const shown = flags.quiet ? result.diagnostics.filter(counts) : result.diagnostics;

  await print(terminal.stdout, render(terminal, flags, result, shown));
  await sayUnreadable(terminal, result.unreadable);
  const gap = flags.format === "pretty" && shown.length > 0 ? "\n" : "";
  if (!flags.quiet && flags.format !== "json") await print(terminal.stderr, `${gap}${summary(result)}`);
  if (result.unreadable.length > 0) return EXIT.usage;
  return result.diagnostics.some(counts) ? EXIT.findings : EXIT.ok;
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

/** Without a name to go by: JSON starts with a brace or a comment of its own, and JSON is never read as YAML (S6). */
function guessFormat(bytes: Uint8Array): Format {
  const start = new TextDecoder().decode(bytes.subarray(0, 1024)).trimStart();
  return /^(\{|\/\/|\/\*)/.test(start) ? "jsonc" : "yaml";
}

/** What was found, in what; and aloud, which layer was not there to be read. */
function summary({ layers, summary: { errors, warnings, infos }, unreadable }: LintResult): string {
  if (layers.length === 0 && unreadable.length > 0) return "";
  const parts = [count(errors, "error"), count(warnings, "warning"), count(infos, "info")].filter(
    (part) => part !== "",
  );
  const found = parts.length === 0 ? "no problems" : parts.join(", ");
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
