/** `agentcfg plan`: lists every variable and command that loading would use, with its place. It runs nothing and reads no variable. */
import { command, EXIT } from "../../terminal/command.js";
import { COLOR, LAYERS, TEXT_OR_JSON, UNTRUSTED, WHERE } from "../../terminal/options.js";
import { paintOn } from "../../terminal/painted.js";
import { type ColorChoice, print, type Terminal } from "../../terminal/terminal.js";
import { printable, printableJson } from "../../text/escape.js";
import { formatPath, type Path, toPointer } from "../../text/path.js";
import { quote } from "../../text/quote.js";
import type { Substitution } from "../../text/scan.js";
import { rangeAt } from "../../toolkit/judge/analysis/place.js";
import type { Snapshot } from "../../toolkit/judge/analysis/snapshot.js";
import type { Paint } from "../../toolkit/judge/report/paint.js";
import { definitionAt } from "../../toolkit/mean/configuration/setting.js";
import { REDACTED } from "../../toolkit/mean/redaction/cover.js";
import { hiddenIn } from "../../toolkit/mean/redaction/hidden.js";
import { commandsAllowed, templatesIn } from "../../toolkit/mean/substitution/find.js";
import type { Range } from "../../toolkit/read/diagnostic/diagnostic.js";
import { type Layer, layerOfScope } from "../../toolkit/read/layers/layer.js";
import { type LayerFlags, openConfiguration } from "../open.js";

interface PlanFlags extends LayerFlags {
  readonly format: "text" | "json";
  readonly color: ColorChoice;
}

export const plan = command<PlanFlags>({
  examples: [
    { line: "agentcfg plan", describe: "each variable and command, and its purpose" },
    { line: "agentcfg plan --untrusted", describe: "the same for a project that you do not vouch for" },
  ],
  options: [...LAYERS, UNTRUSTED, TEXT_OR_JSON, COLOR],
  more: WHERE,
  run: runPlan,
});

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

async function runPlan(terminal: Terminal, _: readonly string[], flags: PlanFlags): Promise<number> {
  const snapshot = await openConfiguration(terminal, flags);
  if (typeof snapshot === "number") return snapshot;
  const steps = snapshot.layers.flatMap((layer) => stepsOf(layer, snapshot));
  const json = { version: 1, commands: commandsAllowed(layerOfScope(snapshot.layers, "global")), steps };
  const paint = await paintOn(terminal, flags.color);
  await print(terminal.stdout, flags.format === "json" ? `${printableJson(json)}\n` : asText(steps, paint));
  if (flags.format === "text" && steps.length === 0)
    await print(terminal.stderr, "loading reads no variable and runs no command\n");
  return EXIT.ok;
}

function stepsOf(layer: Layer, snapshot: Snapshot): readonly Step[] {
  const tree = snapshot.trees.get(layer);
  const templates = tree === undefined ? [] : templatesIn(tree);
  return templates.flatMap(({ path, scan: { parts } }) =>
    parts.flatMap((part) => (part.kind === "text" ? [] : [stepOf(part, path, layer, snapshot)])),
  );
}

/** Why loading would not resolve a substitution; undefined when it would. */
function whyNot(part: Substitution, path: Path, layer: Layer, snapshot: Snapshot): string | undefined {
  const { effective, settings, layers } = snapshot;
  if (part.kind !== "variable" && layer.scope === "project") return "commands never run in a project";
  if (definitionAt(effective, path) === undefined) return "the value is not in effect";
  const winner = definitionAt(settings, path)?.layer;
  if (winner !== layer) return `the ${winner?.scope} layer sets another value`;
  if (part.kind === "variable") return undefined;
  return commandsAllowed(layerOfScope(layers, "global")) ? undefined : "config_command_substitution is not on";
}

function stepOf(part: Substitution, path: Path, layer: Layer, snapshot: Snapshot): Step {
  const { document } = layer;
  const range = rangeAt(document, { path, part: "value", within: part });
  const { line, column } = range.start;
  const why = whyNot(part, path, layer, snapshot);
  const action =
    why !== undefined ? "nothing" : part.kind === "variable" ? "read" : part.kind === "command" ? "run" : "maybe-run";
  return {
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
}

/** The text with secrets hidden, a secret written as the fallback of a substitution included. */
function shownCommand(
  command: string,
  { start, end }: Range,
  { document }: Layer,
  { redactor, layers }: Snapshot,
): string {
  const shown = redactor.text(command);
  const hidden = hiddenIn(layers.map((layer) => layer.document))(document, { start: start.offset, end: end.offset });
  return shown === command && hidden.length > 0 ? REDACTED : shown;
}

const VERBS: Readonly<Record<Step["action"], string>> = {
  read: "reads",
  run: "runs",
  "maybe-run": "may run",
  nothing: "leaves",
};

function asText(steps: readonly Step[], paint: Paint): string {
  return steps
    .map((step) => {
      const what = [step.variable && `\${${step.variable}}`, step.command && quote(step.command)]
        .filter(Boolean)
        .join(" or ");
      const place = `${printable(step.file)}:${step.line}:${step.column}`;
      const why = step.why === undefined ? "" : `\n         because ${printable(step.why)}`;
      return `${paint.strong(VERBS[step.action].padEnd(8))} ${what}\n         for ${printable(step.name)} at ${paint.faint(place)}${why}\n`;
    })
    .join("");
}
