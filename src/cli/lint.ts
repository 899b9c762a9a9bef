/** `agentcfg lint`: reads what was named, reports, and says by its exit code whether that is good enough. */
import type { Diagnostic, Scope, Severity } from "../diagnostic.js";
import type { Format } from "../document/document.js";
import { MAX_SIZE } from "../document/text.js";
import { type FixResult, fix } from "../fix.js";
import { type Host, nodeHost } from "../host.js";
import { choiceOf } from "../layers/locate.js";
import { type LintResult, type LintText, lint } from "../lint.js";
import { renderConcise } from "../report/concise.js";
import { renderJson } from "../report/json.js";
import { renderPretty } from "../report/pretty.js";
import { secretWords } from "../schema/words.js";
import { EXIT, type LayerFlags, layerNames, missingLayer, openCatalog, sayUnreadable } from "./configuration.js";
import { type ColorChoice, paintFor, print, readInput, type Terminal, wantsColor } from "./terminal.js";
import { shownDiff, writeLayer } from "./write.js";

export interface LintFlags extends LayerFlags {
  readonly format: "pretty" | "concise" | "json";
  readonly color: ColorChoice;
  readonly failOn: Severity;
  readonly quiet?: boolean;
  readonly as?: Scope;
  readonly stdinFilename?: string;
  readonly ignores: boolean;
  readonly fix?: boolean;
  readonly unsafeFixes?: boolean;
  readonly diff?: boolean;
}

const WEIGHT: Readonly<Record<Severity, number>> = { info: 0, warning: 1, error: 2 };

/** Runs the command and returns its exit code. */
export async function runLint(terminal: Terminal, names: readonly string[], flags: LintFlags): Promise<number> {
  const host = nodeHost();
  const catalog = await openCatalog(terminal, host, flags.catalog);
  if (catalog === "unusable") return EXIT.usage;
  const misuse = misuseOf(names, flags);
  if (misuse !== undefined) {
    await print(terminal.stderr, `agentcfg: ${misuse}\n`);
    return EXIT.usage;
  }
  const texts = names.includes("-") ? [await standardInput(terminal, flags.stdinFilename)] : [];
  const files = names.filter((name) => name !== "-");
  const { as, global, project, ignores } = flags;
  const options = {
    files,
    texts,
    host,
    ignores,
    ...(as && { as }),
    ...(catalog && { catalog }),
    ...choiceOf(global, project),
  };
  if (flags.fix || flags.diff)
    return runFix(terminal, host, fix({ ...options, unsafe: flags.unsafeFixes ?? false }), flags);
  return sayResult(terminal, lint(options), flags);
}

/** What of the options contradicts the rest of them. */
function misuseOf(names: readonly string[], { fix: writes, diff, unsafeFixes }: LintFlags): string | undefined {
  if (unsafeFixes && !writes && !diff) return "`--unsafe-fixes` goes with `--fix` or `--diff`";
  if (writes && !diff && names.includes("-"))
    return "standard input cannot be fixed in place; `--diff` shows the fixes";
  return undefined;
}

/** Shows the fixes, or writes them and reports what is left. */
async function runFix(
  terminal: Terminal,
  host: Host,
  { fixed, before, after }: FixResult,
  flags: LintFlags,
): Promise<number> {
  const words = secretWords(before.layers.map(({ document }) => document));
  const count = fixed.reduce((sum, { titles }) => sum + titles.length, 0);
  if (flags.diff) {
    for (const { before: layer, text } of fixed) await print(terminal.stdout, shownDiff(layer.document, text, words));
    if (!flags.quiet) await print(terminal.stderr, `${plural(count, "fix", "fixes")} to apply; nothing was written\n`);
    await sayUnreadable(terminal, before.unreadable);
    return exitCode(before, flags);
  }
  const codes: number[] = [];
  for (const { before: layer, text, titles } of fixed) {
    codes.push(await writeLayer(terminal, host, layer, text, `${plural(titles.length, "fix", "fixes")} applied`));
  }
  // What could not be written is as it was.
  const isWritten = codes.every((code) => code === EXIT.ok);
  return Math.max(...codes, await sayResult(terminal, isWritten ? after : before, flags));
}

function plural(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Prints a report, and returns the exit code that it stands for. */
async function sayResult(terminal: Terminal, result: LintResult, flags: LintFlags): Promise<number> {
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

function counts({ severity }: Diagnostic, { failOn }: LintFlags): boolean {
  return WEIGHT[severity] >= WEIGHT[failOn];
}

function exitCode({ diagnostics, layers, unreadable }: LintResult, flags: LintFlags): number {
  if (unreadable.length > 0) return EXIT.usage;
  if (layers.length === 0) return EXIT.noConfig;
  return diagnostics.some((diagnostic) => counts(diagnostic, flags)) ? EXIT.findings : EXIT.ok;
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
