/** `agentcfg plan`: every variable and command that loading would touch, with its place. Runs nothing and reads no variable. */
import { placeOf } from "../analysis/diagnose.js";
import type { Effective } from "../configuration/effective.js";
import { type Layer, layerOfScope } from "../layers/layer.js";
import { authoredIn, commandsAllowed } from "../substitution/find.js";
import { formatPath, type Path, toPointer } from "../text/path.js";
import { printable, printableJson, quote, withoutCredentials, withoutWords } from "../text/printable.js";
import type { Substitution } from "../text/scan.js";
import { EXIT, type LayerFlags, openConfiguration } from "./configuration.js";
import { print, type Terminal } from "./terminal.js";

export interface PlanFlags extends LayerFlags {
  readonly format: "text" | "json";
}

/** What loading would do with one substitution. */
interface Step {
  /** `read`: the variable; `run`: the command; `maybe-run`: the command, when the variable is unset or empty; `nothing`: see `why`. */
  readonly action: "read" | "run" | "maybe-run" | "nothing";
  readonly variable?: string;
  readonly command?: string;
  readonly why?: string;
  readonly path: string;
  /** The path as people write it. */
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Prints the plan and returns the exit code. */
export async function runPlan(terminal: Terminal, flags: PlanFlags): Promise<number> {
  const configuration = await openConfiguration(terminal, flags);
  if (typeof configuration === "number") return configuration;
  const { layers, effective, words } = configuration;
  const allowed = commandsAllowed(layerOfScope(layers, "global")?.value);
  const steps = layers.flatMap((layer) => stepsOf(layer, effective, allowed, words));
  const json = { version: 1, commands: allowed, steps };
  await print(terminal.stdout, flags.format === "json" ? `${printableJson(json)}\n` : asText(steps));
  if (flags.format === "text" && steps.length === 0)
    await print(terminal.stderr, "loading reads no variable and runs no command\n");
  return EXIT.ok;
}

function stepsOf(layer: Layer, effective: Effective, allowed: boolean, words: RegExp | undefined): readonly Step[] {
  const authored = layer.root === undefined ? [] : authoredIn(layer.root);
  return authored.flatMap(({ path, scan: { parts } }) =>
    parts.flatMap((part) =>
      part.kind === "text" ? [] : [stepOf(part, path, layer, whyNot(part, path, layer, effective, allowed), words)],
    ),
  );
}

/** Why loading leaves a substitution alone, if it does. */
function whyNot(
  part: Substitution,
  path: Path,
  layer: Layer,
  effective: Effective,
  allowed: boolean,
): string | undefined {
  if (part.kind !== "variable" && layer.scope === "project") return "commands never run in a project";
  const winner = effective.resolved.origin(path);
  if (effective.written(path) === undefined) return "the value is not in effect";
  if (winner !== layer) return `the ${winner?.scope} layer sets another value`;
  if (part.kind === "variable") return undefined;
  return allowed ? undefined : "config_command_substitution is not on";
}

function stepOf(
  part: Substitution,
  path: Path,
  layer: Layer,
  why: string | undefined,
  words: RegExp | undefined,
): Step {
  const { document } = layer;
  const { line, column } = placeOf(document, { path, part: "value", within: part }).start;
  const action =
    why !== undefined ? "nothing" : part.kind === "variable" ? "read" : part.kind === "command" ? "run" : "maybe-run";
  return {
    action,
    ...("name" in part ? { variable: part.name } : {}),
    ...("command" in part ? { command: withoutWords(withoutCredentials(part.command), words) } : {}),
    ...(why === undefined ? {} : { why }),
    path: toPointer(path),
    name: formatPath(path),
    file: document.source.file,
    line,
    column,
  };
}

const VERBS: Readonly<Record<Step["action"], string>> = {
  read: "reads",
  run: "runs",
  "maybe-run": "may run",
  nothing: "leaves",
};

function asText(steps: readonly Step[]): string {
  return steps
    .map((step) => {
      const what = [step.variable && `\${${step.variable}}`, step.command && quote(step.command)]
        .filter(Boolean)
        .join(" or ");
      const place = `${printable(step.file)}:${step.line}:${step.column}`;
      const why = step.why === undefined ? "" : `\n         because ${printable(step.why)}`;
      return `${VERBS[step.action].padEnd(8)} ${what}\n         for ${printable(step.name)} at ${place}${why}\n`;
    })
    .join("");
}
