/** Substitutions in the strings of one layer, looked at and never resolved: what is wrong with them, and which would not run (S17–S20). */
import { find, type Json, type Node, type Scalar } from "../document/node.js";
import { type Scan, type Substitution, scan } from "../document/scan.js";
import type { Finding, Related } from "../finding.js";
import type { Path } from "../path.js";
import { quote } from "../printable.js";
import type { Layer } from "./layer.js";

/** The key of the switch that lets commands of the global layer run (S18, spec 1). */
const SWITCH = "config_command_substitution";

/** A string of a layer that holds `$(` or `${`. */
export interface Authored {
  readonly path: Path;
  readonly node: Scalar;
  readonly scan: Scan;
}

/** Every string value with something in it that looks like a substitution, in the order of the text. Keys are never looked at. */
export function authoredIn(root: Node, path: Path = []): readonly Authored[] {
  if (root.kind === "sequence") return root.items.flatMap((item, index) => authoredIn(item, [...path, index]));
  if (root.kind === "mapping")
    return Array.from(root.entries).flatMap(([key, { value }]) => authoredIn(value, [...path, key]));
  if (typeof root.value !== "string" || !/\$[({]/.test(root.value)) return [];
  return [{ path, node: root, scan: scan(root.value) }];
}

/** Whether the user turned commands on: the boolean `true` in the global layer, nothing else. */
export function commandsAllowed(global: Json | undefined): boolean {
  return (
    typeof global === "object" &&
    global !== null &&
    Object.hasOwn(global, SWITCH) &&
    (global as Record<string, Json>)[SWITCH] === true
  );
}

/** The `substitution/*` findings of a layer that can be known without resolving anything. */
export function substitutionFindings(layer: Layer, global: Layer | undefined): readonly Finding[] {
  if (layer.root === undefined) return [];
  return authoredIn(layer.root).flatMap(({ path, scan: { parts, problems } }) => {
    const broken = problems.map(
      ({ start, end, message, help }): Finding => ({
        rule: "substitution/syntax",
        at: { path, part: "value", within: { start, end } },
        message,
        help,
      }),
    );
    const commands = parts.filter((part) => part.kind === "command" || part.kind === "fallback");
    return [...broken, ...commands.flatMap((part) => commandFinding(part, path, layer, global) ?? [])];
  });
}

type CommandPart = Extract<Substitution, { kind: "command" | "fallback" }>;
type Fallback = Extract<Substitution, { kind: "fallback" }>;
type Place = Extract<Finding["at"], { path: Path }>;

/** What there is to say about one command: the first of these, for one mistake is one message. */
function commandFinding(part: CommandPart, path: Path, layer: Layer, global: Layer | undefined): Finding | undefined {
  const at: Place = { path, part: "value", within: part };
  if (layer.scope === "project") return inProject(at, part, global);
  if (part.kind === "fallback" && isOneCommand(part.command)) return nestedCommand(at, part);
  if (!commandsAllowed(global?.value)) return disabled(at, part);
  if (part.kind === "fallback" && /^[^\s;|&<>()$`'"]+$/.test(part.command)) return fallbackIsCommand(at, part);
  return path[0] === "plugins" || path.at(-1) === "classifier_rules" ? runsInProse(at) : undefined;
}

function isOneCommand(text: string): boolean {
  const { parts, problems } = scan(text.trim());
  return problems.length === 0 && parts.length === 1 && parts[0]?.kind === "command";
}

/** A text that is evidently no program. */
const NO_PROGRAM = /^\d[\d.]*$|^https?:/;

const form = (part: CommandPart): string => (part.kind === "command" ? "`$(…)`" : `\`\${${part.name}:-…}\``);

function inProject(at: Place, part: CommandPart, global: Layer | undefined): Finding {
  const written = global?.root && find(global.root, [SWITCH]);
  const related: readonly Related[] =
    written && commandsAllowed(global?.value)
      ? [{ at: { path: [SWITCH], part: "key", layer: "global" }, message: "covers the global file only" }]
      : [];
  return {
    rule: "substitution/in-project",
    at,
    message: `${form(part)} never runs in a project file; the text stays as it is`,
    label: "stays literal text",
    related,
    notes: ["commands run only when they are written in the global config"],
    help: "set the value in the global config, or use a plain `${NAME}`",
  };
}

function nestedCommand(at: Place, part: Fallback): Finding {
  const open = part.start + `\${${part.name}:-`.length + part.command.search(/\S/);
  const close = part.start + `\${${part.name}:-`.length + part.command.trimEnd().length;
  return {
    rule: "substitution/nested-command",
    at,
    message: "the right side of `:-` is already a command, so this would run the output of `$(…)` as another one",
    help: "write the command without `$( )`",
    proposals: [
      {
        title: "remove the inner `$( )`",
        safe: true,
        changes: [
          { kind: "respell-inside", path: at.path, within: { start: open, end: open + 2 }, text: "" },
          { kind: "respell-inside", path: at.path, within: { start: close - 1, end: close }, text: "" },
        ],
      },
    ],
  };
}

function disabled(at: Place, part: CommandPart): Finding {
  return {
    rule: "substitution/disabled",
    at,
    message: `${form(part)} does not run, because \`${SWITCH}\` is not on; the text stays as it is`,
    label: "stays literal text",
    help: `set \`${SWITCH}: true\` in the global config, or write \`$$\` for a literal \`$\``,
  };
}

function fallbackIsCommand(at: Place, part: Fallback): Finding {
  const dash = part.start + `\${${part.name}:`.length;
  return {
    rule: "substitution/fallback-is-a-command",
    at,
    message: `when ${quote(part.name)} is not set, the text after \`:-\` runs as a command`,
    help: "the right side of `:-` is a command; `echo` prints a default text",
    proposals: [
      {
        title: "put `echo` before the text",
        safe: NO_PROGRAM.test(part.command),
        changes: [{ kind: "respell-inside", path: at.path, within: { start: dash, end: dash + 1 }, text: "-echo " }],
      },
    ],
  };
}

function runsInProse(at: Place): Finding {
  return {
    rule: "substitution/runs-in-prose",
    at,
    message: "this runs as a command when the configuration loads, although the value reads like prose",
    help: "for a literal `$(` write `$$(`",
  };
}
