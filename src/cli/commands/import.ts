/** `agentcfg import`: converts the file of another tool, and prints the configuration or adds it to a layer. */
import { command, EXIT } from "../../terminal/command.js";
import { COLOR, WHERE } from "../../terminal/options.js";
import { paintOn } from "../../terminal/painted.js";
import { type ColorChoice, complain, print, readInput, type Terminal } from "../../terminal/terminal.js";
import { escapedInQuotes, printable } from "../../text/escape.js";
import { formatPath } from "../../text/path.js";
import { quote } from "../../text/quote.js";
import { add } from "../../toolkit/add.js";
import { checkImport } from "../../toolkit/check-import.js";
import { configText } from "../../toolkit/import/text.js";
import { type ImportResult, importFrom } from "../../toolkit/import-from.js";
import type { LintResult } from "../../toolkit/judge/analysis/run.js";
import { reporters } from "../../toolkit/judge/report/reporters.js";
import { hiddenIn } from "../../toolkit/mean/redaction/hidden.js";
import type { Diagnostic, Scope } from "../../toolkit/read/diagnostic/diagnostic.js";
import { dataAt, type JsonObject } from "../../toolkit/read/document/data.js";
import { MAX_SIZE } from "../../toolkit/read/document/encoding.js";
import { displayName } from "../../toolkit/read/host/host.js";
import { openTarget } from "../target.js";
import { printDiff, storeLayer } from "../write.js";

interface ImportFlags {
  readonly into?: Scope;
  readonly diff?: boolean;
  readonly check?: boolean;
  readonly format?: "yaml" | "json";
  readonly color: ColorChoice;
}

export const importCommand = command<ImportFlags>({
  examples: [
    { line: "agentcfg import .mcp.json", describe: "print the result" },
    { line: "agentcfg import .mcp.json --into project --diff", describe: "show what would be added" },
    { line: "agentcfg import .mcp.json --into project", describe: "add what is not there yet" },
    { line: "agentcfg import .mcp.json --check", describe: "lint it in place" },
  ],
  arguments: [
    { name: "<file>", describe: "a file of another tool, such as .mcp.json; - is standard input", takes: "file" },
  ],
  options: [
    { flags: "--into <layer>", describe: "add to the file of this layer", choices: ["global", "project"] },
    { flags: "--diff", describe: "with --into: show what would be added, and write nothing" },
    {
      flags: "--check",
      describe: "lint the file in place, as a project's or for the layer of --into; write nothing",
    },
    { flags: "--format <format>", describe: "how to print", choices: ["yaml", "json"] },
    COLOR,
  ],
  more: WHERE,
  run: (terminal, [file = ""], flags) => runImport(terminal, file, flags),
});

type Success = Extract<ImportResult, { readonly ok: true }>;

/** Reports the results, prints or writes the configuration, and returns the exit code. */
async function runImport(terminal: Terminal, file: string, flags: ImportFlags): Promise<number> {
  const misuse = misuseOf(flags);
  if (misuse !== undefined) return stop(terminal, misuse, EXIT.usage);
  const read = await readBytes(terminal, file);
  if ("reason" in read) return stop(terminal, `cannot read ${printable(read.name)}: ${read.reason}`, EXIT.usage);
  const { name, bytes } = read;
  if (flags.check) return check(terminal, name, bytes, flags);
  const result = importFrom(bytes, { file: name, as: flags.into ?? "global" });
  if (!result.ok) await sayDiagnostics(terminal, result, flags);
  for (const { position, message } of result.remarks) {
    const place = `${printable(name)}:${position.line}:${position.column}`;
    await print(terminal.stderr, `${place}: ${printable(message)}\n`);
  }
  if (!result.ok) return stop(terminal, `cannot import ${printable(name)}: ${printable(result.reason)}`, EXIT.findings);
  return flags.into === undefined
    ? printConfig(terminal, result, flags.format ?? "yaml")
    : addTo(terminal, flags.into, result, flags);
}

function misuseOf({ into, diff, format, check }: ImportFlags): string | undefined {
  if (check && (diff || format !== undefined))
    return "`--check` prints findings and takes no other option but `--into`";
  if (diff && into === undefined) return "`--diff` needs `--into global` or `--into project`";
  if (format !== undefined && into !== undefined) return "`--format` is for printing; a file keeps its format";
  return undefined;
}

/** A line for each finding; fails only on errors, as `lint` does. */
async function check(terminal: Terminal, name: string, bytes: Uint8Array, flags: ImportFlags): Promise<number> {
  const result = checkImport(bytes, { file: name, as: flags.into ?? "project" });
  if (!result.ok) {
    await sayDiagnostics(terminal, result, flags);
    return stop(terminal, `cannot check ${printable(name)}: ${printable(result.reason)}`, EXIT.findings);
  }
  const { diagnostics, tool } = result;
  const paint = await paintOn(terminal, flags.color);
  await print(terminal.stdout, reporters.concise.render(resultOf(diagnostics), diagnostics, paint));
  const errors = diagnostics.filter(({ severity }) => severity === "error").length;
  const all = diagnostics.length === 1 ? "1 finding" : `${diagnostics.length} findings`;
  const reading =
    diagnostics.length === 0
      ? "no problems"
      : `${all}, ${errors === 1 ? "1 of them an error" : `${errors} of them errors`}`;
  await print(terminal.stderr, `${printable(name)} (${tool}): ${reading}\n`);
  return errors > 0 ? EXIT.findings : EXIT.ok;
}

async function stop(terminal: Terminal, message: string, code: number): Promise<number> {
  await complain(terminal, message);
  return code;
}

type Reading =
  | { readonly name: string; readonly bytes: Uint8Array }
  | { readonly name: string; readonly reason: string };

async function readBytes(terminal: Terminal, file: string): Promise<Reading> {
  if (file === "-") return { name: "<stdin>", bytes: await readInput(terminal, MAX_SIZE) };
  const name = displayName(terminal.host, file);
  const read = terminal.host.readFile(file, MAX_SIZE);
  if (read.kind === "bytes") return { name, bytes: read.bytes };
  return { name, reason: read.kind === "too-large" ? "it is larger than 1 MiB" : read.reason };
}

async function sayDiagnostics(
  terminal: Terminal,
  { diagnostics }: Pick<Extract<ImportResult, { readonly ok: false }>, "diagnostics">,
  { color }: ImportFlags,
): Promise<void> {
  const paint = await paintOn(terminal, color, terminal.stderr);
  await print(terminal.stderr, reporters.pretty.render(resultOf(diagnostics), diagnostics, paint));
}

/** Findings in a file that is not a layer. */
function resultOf(diagnostics: readonly Diagnostic[]): LintResult {
  const summary = { errors: 0, warnings: 0, infos: 0 };
  return { layers: [], reported: [], diagnostics, summary, suppressed: 0, unchecked: 0, unreadable: [] };
}

async function printConfig(terminal: Terminal, result: Success, format: "yaml" | "json"): Promise<number> {
  const { config, tool, variables } = result;
  await print(terminal.stdout, escapedInQuotes(configText(config as unknown as JsonObject, format)));
  await print(
    terminal.stderr,
    `imported from ${tool}; \`--into global\` or \`--into project\` adds it to your configuration\n`,
  );
  return sayVariables(terminal, variables);
}

async function sayVariables(terminal: Terminal, variables: Success["variables"]): Promise<number> {
  for (const { name, path, as } of variables)
    await print(terminal.stderr, `set ${name} in your environment: ${as} (${printable(path)})\n`);
  return EXIT.ok;
}

/** Adds the missing entries to the file of a layer. */
async function addTo(terminal: Terminal, scope: Scope, imported: Success, flags: ImportFlags): Promise<number> {
  const target = await openTarget(terminal, scope, {});
  if (typeof target === "number") return target;
  const { inputs, layer, isNew } = target;
  const { version: _, ...config } = imported.config as unknown as JsonObject;
  const outcome = add(inputs, layer, config as Readonly<Record<string, JsonObject>>);
  const name = printable(layer.document.source.file);
  if (outcome.kind === "newer")
    return stop(terminal, `${name} has an unknown version and is never rewritten`, EXIT.findings);
  if (outcome.kind === "by-hand") {
    const section = quote(outcome.section);
    return stop(terminal, `${name}: ${section} is written in a way that can only be edited by hand`, EXIT.findings);
  }
  for (const path of outcome.kept)
    await print(terminal.stderr, `${name}: ${quote(formatPath(path))} is already there and stays as it is\n`);
  if (outcome.kind === "unchanged") return EXIT.ok;

  const { result, fresh, text, added } = outcome;
  const errors = fresh.filter(({ severity }) => severity === "error");
  if (flags.diff) {
    const hidden = hiddenIn(result.layers);
    await printDiff(terminal, [{ document: layer.document, text, isNew }], hidden, flags.color);
  }
  if (!flags.diff || errors.length > 0) {
    const paint = await paintOn(terminal, flags.color);
    await print(terminal.stdout, reporters.pretty.render(result, errors.length > 0 ? errors : fresh, paint));
  }
  if (errors.length > 0)
    return stop(terminal, `${name} is not changed: the configuration would be invalid`, EXIT.findings);
  const done = `${added.length} ${added.length === 1 ? "entry" : "entries"} imported from ${imported.tool}`;
  const code = flags.diff ? EXIT.ok : await storeLayer(terminal, layer, text, isNew);
  if (code !== EXIT.ok) return code;
  if (!flags.diff) await print(terminal.stderr, `${name}: ${done}\n`);
  const written = JSON.stringify(added.map((path) => dataAt(config, path)));
  return sayVariables(
    terminal,
    imported.variables.filter((variable) => written.includes(`\${${variable.name}}`)),
  );
}
