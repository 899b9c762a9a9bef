/** The effect that loading would have on each substitution of a layer, as data. Runs no command, and reads no variable. */
import { oncePer } from "../../text/once.js";
import { formatPath, type Path, toPointer } from "../../text/path.js";
import type { Substitution } from "../../text/scan.js";
import { rangeAt } from "../../toolkit/judge/analysis/place.js";
import type { Snapshot } from "../../toolkit/judge/analysis/snapshot.js";
import { definitionAt } from "../../toolkit/mean/configuration/setting.js";
import { REDACTED } from "../../toolkit/mean/redaction/cover.js";
import { hiddenIn } from "../../toolkit/mean/redaction/hidden.js";
import { commandsAllowed, templatesIn } from "../../toolkit/mean/substitution/find.js";
import type { Range } from "../../toolkit/read/diagnostic/diagnostic.js";
import { type Layer, layerOfScope } from "../../toolkit/read/layers/layer.js";

/** The effect of loading on one substitution. */
export interface Step {
  /** `read`: the variable; `run`: the command; `maybe-run`: the command, if the variable is unset or empty; `nothing`: see `why`. */
  readonly action: "read" | "run" | "maybe-run" | "nothing";
  readonly variable?: string;
  readonly command?: string;
  readonly why?: string;
  readonly path: string;
  /** The path in its readable notation. */
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** The effect of loading on the whole configuration. `commands`: whether the global layer allows them. */
export interface Plan {
  readonly commands: boolean;
  readonly steps: readonly Step[];
}

export const STEP_VERBS: Readonly<Record<Step["action"], string>> = {
  read: "reads",
  run: "runs",
  "maybe-run": "may run",
  nothing: "leaves",
};

/** A step, and the place of its substitution. */
export interface PlacedStep {
  readonly step: Step;
  readonly range: Range;
}

export function planOf(snapshot: Snapshot): Plan {
  const { layers } = snapshot;
  const steps = layers.flatMap((layer) => stepsOf(layer, snapshot)).map(({ step }) => step);
  return { commands: commandsAllowed(layerOfScope(layers, "global")), steps };
}

export function stepsOf(layer: Layer, snapshot: Snapshot): readonly PlacedStep[] {
  const tree = snapshot.trees.get(layer);
  const templates = tree === undefined ? [] : templatesIn(tree);
  return templates.flatMap(({ path, scan: { parts } }) =>
    parts.flatMap((part) => (part.kind === "text" ? [] : [stepOf(part, path, layer, snapshot)])),
  );
}

/** Why loading would not resolve a substitution; undefined if it would. */
function whyNot(part: Substitution, path: Path, layer: Layer, snapshot: Snapshot): string | undefined {
  const { effective, settings, layers } = snapshot;
  if (part.kind !== "variable" && layer.scope === "project") return "commands never run in a project";
  if (definitionAt(effective, path) === undefined) return "the value is not in effect";
  const winner = definitionAt(settings, path)?.layer;
  if (winner !== layer) return `the ${winner?.scope} layer sets another value`;
  if (part.kind === "variable") return undefined;
  return commandsAllowed(layerOfScope(layers, "global")) ? undefined : "config_command_substitution is not on";
}

function stepOf(part: Substitution, path: Path, layer: Layer, snapshot: Snapshot): PlacedStep {
  const { document } = layer;
  const range = rangeAt(document, { path, part: "value", within: part });
  const { line, column } = range.start;
  const why = whyNot(part, path, layer, snapshot);
  const action =
    why !== undefined ? "nothing" : part.kind === "variable" ? "read" : part.kind === "command" ? "run" : "maybe-run";
  const step: Step = {
    action,
    ...("name" in part ? { variable: part.name } : {}),
    ...("command" in part ? { command: shownCommand(part.command, range, layer, snapshot) } : {}),
    ...(why === undefined ? {} : { why }),
    path: toPointer(snapshot.redactor.path(path)),
    name: formatPath(snapshot.redactor.path(path)),
    file: document.source.file,
    line,
    column,
  };
  return { step, range };
}

/** The text with secrets hidden, including a secret written as the fallback of a substitution. */
function shownCommand(command: string, { start, end }: Range, { document }: Layer, snapshot: Snapshot): string {
  const shown = snapshot.redactor.text(command);
  const hidden = hiddenOf(snapshot)(document, { start: start.offset, end: end.offset });
  return shown === command && hidden.length > 0 ? REDACTED : shown;
}

const hiddenOf = oncePer(({ layers }: Snapshot) => hiddenIn(layers));
