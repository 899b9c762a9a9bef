/** `agentcfg set` and `agentcfg unset`: one value of one file, every other byte as it was. */
import { snapshotOf } from "../../analysis/snapshot.js";
import { shapeAt } from "../../configuration/setting.js";
import type { Scope } from "../../diagnostic/diagnostic.js";
import type { Layer } from "../../layers/layer.js";
import { reporters } from "../../report/reporters.js";
import { put, readValue, type SetOutcome } from "../../set.js";
import { printable } from "../../text/escape.js";
import { formatPath, type Path } from "../../text/path.js";
import { quote } from "../../text/quote.js";
import { command, EXIT, type Option } from "../command.js";
import { readPath } from "../open.js";
import { CATALOG, COLOR, PATH, WHERE } from "../options.js";
import { openTarget } from "../target.js";
import { type ColorChoice, complain, paintFor, print, type Terminal, wantsColor } from "../terminal.js";
import { writeLayer } from "../write.js";

interface SetFlags {
  readonly global?: boolean;
  readonly project?: boolean;
  readonly file?: string;
  readonly catalog?: string;
  readonly color: ColorChoice;
}

const OPTIONS: readonly Option[] = [
  { flags: "--global", describe: "in the global file" },
  { flags: "--project", describe: "in the project's file" },
  { flags: "--file <file>", describe: "in this file instead of the one that is found" },
  CATALOG,
  COLOR,
];

export const set = command<SetFlags>({
  arguments: [PATH, { name: "<value>", describe: "a string, or YAML or JSON where another type belongs" }],
  options: OPTIONS,
  more: WHERE,
  run: (terminal, [path = "", value = ""], flags) => runSet(terminal, path, value, flags),
});

export const unset = command<SetFlags>({
  arguments: [PATH],
  options: OPTIONS,
  more: WHERE,
  run: (terminal, [path = ""], flags) => runSet(terminal, path, undefined, flags),
});

/** Sets a value, or without one takes it out; returns the exit code. */
async function runSet(
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
  const target = await openTarget(terminal, scope, flags);
  if (typeof target === "number") return target;
  const { inputs, layer, isNew } = target;
  const layers = inputs.groups.flat();
  const { effective } = snapshotOf(layers, inputs.surroundings(layers));
  const value = argument === undefined ? undefined : readValue(argument, shapeAt(effective, path));
  const outcome = put(inputs, layer, path, value);
  return settleOutcome(terminal, layer, isNew, path, argument !== undefined, outcome, flags);
}

function scopeOf({ global, project }: SetFlags): Scope | undefined {
  if (global === project) return undefined;
  return global ? "global" : "project";
}

async function usage(terminal: Terminal, message: string): Promise<number> {
  await complain(terminal, message);
  return EXIT.usage;
}

async function settleOutcome(
  terminal: Terminal,
  layer: Layer,
  isNew: boolean,
  path: Path,
  isSet: boolean,
  outcome: SetOutcome,
  flags: SetFlags,
): Promise<number> {
  const name = quote(formatPath(path));
  const file = printable(layer.document.source.file);
  switch (outcome.kind) {
    case "unchanged":
      await print(terminal.stderr, `${file}: ${name} is ${isSet ? "already set" : "not set"}\n`);
      return EXIT.ok;
    case "newer":
      await complain(terminal, `${file} has a version that is not known; it is never rewritten`);
      return EXIT.findings;
    case "by-hand":
      await complain(terminal, `${file}: ${name} is written in a way that can only be edited by hand`);
      return EXIT.findings;
    case "changed": {
      const paint = paintFor(wantsColor(flags.color, terminal.host.env, terminal.stdout));
      const shown = outcome.refusals.length > 0 ? outcome.refusals : outcome.fresh;
      await print(terminal.stdout, reporters.pretty.render(outcome.result, shown, paint));
      if (outcome.refusals.length === 0)
        return writeLayer(terminal, layer, outcome.text, `${name} is ${isSet ? "set" : "removed"}`, isNew);
      await complain(
        terminal,
        `${file} is not changed: ${isSet ? name : `the configuration without ${name}`} would be invalid`,
      );
      return EXIT.findings;
    }
  }
}
