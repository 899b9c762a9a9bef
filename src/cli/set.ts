/** `agentcfg set` and `agentcfg unset`: one value of one file, every other byte as it was. */

import { effective } from "../configuration/effective.js";
import type { Scope } from "../diagnostic/diagnostic.js";
import { displayName, type Host, nodeHost } from "../host/host.js";
import { type Layer, layerOf, layerOfScope } from "../layers/layer.js";
import { choiceOf, newConfigFile } from "../layers/locate.js";
import { type Inputs, readInputs } from "../lint.js";
import { renderPretty } from "../report/pretty.js";
import { shapeAt } from "../schema/shape.js";
import { type Outcome, put, readValue } from "../set.js";
import { formatPath, type Path } from "../text/path.js";
import { printable, quote } from "../text/printable.js";
import { EXIT, openCatalog, readPath, sayUnreadable } from "./configuration.js";
import { type ColorChoice, paintFor, print, type Terminal, wantsColor } from "./terminal.js";
import { writeLayer } from "./write.js";

export interface SetFlags {
  readonly global?: boolean;
  readonly project?: boolean;
  readonly file?: string;
  readonly catalog?: string;
  readonly color: ColorChoice;
}

/** Sets a value, or without one takes it out; returns the exit code. */
export async function runSet(
  terminal: Terminal,
  pathText: string,
  argument: string | undefined,
  flags: SetFlags,
): Promise<number> {
  const scope = scopeOf(flags);
  if (scope === undefined) return usage(terminal, "say which layer: `--global` or `--project`");
  const path = await readPath(terminal, pathText);
  if (path === undefined) return EXIT.usage;
  if (path.length === 0) return usage(terminal, "a path is needed: the whole configuration is edited by hand");
  const host = nodeHost();
  const catalog = await openCatalog(terminal, host, flags.catalog);
  if (catalog === "unusable") return EXIT.usage;
  const choice = scope === "global" ? choiceOf(flags.file, undefined) : choiceOf(undefined, flags.file);
  const inputs = readInputs({ host, ...choice, ...(catalog && { catalog }) });
  if (inputs.unreadable.length > 0 && !isMissing(host, flags.file)) return sayUnreadable(terminal, inputs.unreadable);
  const layers = inputs.groups.flat();
  const existing = layerOfScope(layers, scope);
  const layer = existing ?? newLayer(host, scope, flags.file);
  if (layer === undefined) return usage(terminal, "there is no home directory to keep a global config in");
  if (layer.root === undefined) {
    await print(
      terminal.stderr,
      `agentcfg: ${printable(layer.document.source.file)} cannot be read as a configuration; \`agentcfg lint\` says why\n`,
    );
    return EXIT.findings;
  }
  const value =
    argument === undefined ? undefined : readValue(argument, shapeAt(path, effective(layers, catalog).complete));
  const outcome = put(existing === undefined ? withLayer(inputs, layer) : inputs, layer, path, value);
  return settleOutcome(terminal, host, layer, existing === undefined, path, outcome, flags);
}

function scopeOf({ global, project }: SetFlags): Scope | undefined {
  if (global === project) return undefined;
  return global ? "global" : "project";
}

async function usage(terminal: Terminal, message: string): Promise<number> {
  await print(terminal.stderr, `agentcfg: ${message}\n`);
  return EXIT.usage;
}

function isMissing(host: Host, file: string | undefined): boolean {
  return file !== undefined && host.kindOf(host.resolve(file)) === undefined;
}

/** The layer that does not exist yet, as the smallest file of the current version. */
function newLayer(host: Host, scope: Scope, named: string | undefined): Layer | undefined {
  const file = named === undefined ? newConfigFile(host, scope) : host.resolve(named);
  if (file === undefined) return undefined;
  const isJson = /\.jsonc?$/i.test(file);
  const text = isJson ? '{\n  "version": 3\n}\n' : "version: 3\n";
  const format = isJson ? (file.toLowerCase().endsWith("c") ? "jsonc" : "json") : "yaml";
  return layerOf(displayName(host, file), new TextEncoder().encode(text), format, { scope, file, sha256: undefined });
}

function withLayer(inputs: Inputs, layer: Layer): Inputs {
  const [layers = []] = inputs.groups;
  const all = layer.scope === "global" ? [layer, ...layers] : [...layers, layer];
  return { ...inputs, groups: [all], reported: new Set(all) };
}

async function settleOutcome(
  terminal: Terminal,
  host: Host,
  layer: Layer,
  isNew: boolean,
  path: Path,
  outcome: Outcome,
  flags: SetFlags,
): Promise<number> {
  const name = quote(formatPath(path));
  const file = printable(layer.document.source.file);
  switch (outcome.kind) {
    case "unchanged":
      await print(terminal.stderr, `${file}: ${name} is so already\n`);
      return EXIT.ok;
    case "newer":
      await print(terminal.stderr, `agentcfg: ${file} is of a version that is not known; it is never rewritten\n`);
      return EXIT.findings;
    case "by-hand":
      await print(terminal.stderr, `agentcfg: ${file}: ${name} is written in a way that has to be edited by hand\n`);
      return EXIT.findings;
    case "changed": {
      const paint = paintFor(wantsColor(flags.color, terminal.env, terminal.stdout));
      const shown = outcome.refusals.length > 0 ? outcome.refusals : outcome.fresh;
      await print(terminal.stdout, renderPretty(outcome.result, shown, paint));
      if (outcome.refusals.length === 0)
        return writeLayer(terminal, host, layer, outcome.text, `${name} is changed`, isNew);
      await print(terminal.stderr, `agentcfg: ${file} is as it was: ${name} would be a mistake\n`);
      return EXIT.findings;
    }
  }
}
