/** Finds the substitutions in the strings of one layer, without resolving them (S17–S20). */
import { NONE } from "../../../text/none.js";
import type { Path } from "../../../text/path.js";
import { OPENER, type Part, type Scan, scan } from "../../../text/scan.js";
import type { PathAnchor } from "../../read/diagnostic/anchor.js";
import type { Layer } from "../../read/layers/layer.js";
import { eachChild, type Place, type ScalarPlace } from "../../read/schema/place.js";
import type { CommandPart, Nested, SubstitutionFact } from "./facts.js";

/** The key of the switch that lets commands of the global layer run (S18, spec 1). */
export const SWITCH = "config_command_substitution";

/** Whether the user turned commands on: only the boolean `true` in the global layer does. */
export function commandsAllowed(global: Layer | undefined): boolean {
  const node = global?.root?.entries.get(SWITCH)?.value;
  return node?.kind === "scalar" && node.value === true;
}

/** Whether the value of the switch has a wrong type: lint reports that mistake, and not that commands are off. */
function isMistaken(global: Layer | undefined): boolean {
  const node = global?.root?.entries.get(SWITCH)?.value;
  return node !== undefined && !(node.kind === "scalar" && (node.value === null || typeof node.value === "boolean"));
}

/** Whether a text contains a substitution, valid or not. */
export function mayBeSubstituted(text: unknown): text is string {
  return typeof text === "string" && OPENER.test(text);
}

/** A string with a substitution, valid or not. */
export interface Template {
  readonly path: Path;
  readonly place: ScalarPlace;
  readonly scan: Scan;
}

/** All such strings, in the order of the text. Keys are never searched. */
export function templatesIn(tree: Place): readonly Template[] {
  const templates: Template[] = [];
  const path: (string | number)[] = [];
  const enter = (place: Place, step: string | number): void => {
    path.push(step);
    visit(place);
    path.pop();
  };
  const visit = (place: Place): void => {
    if (place.kind !== "scalar") eachChild(place, enter);
    else if (mayBeSubstituted(place.value)) templates.push({ path: [...path], place, scan: scan(place.value) });
  };
  visit(tree);
  return templates;
}

/** The most facts of one kind about one text. */
const MOST = 1000;

/** The facts about the substitutions of a layer. */
export function substitutionFacts(
  root: Place,
  { scope }: Layer,
  global: Layer | undefined,
): readonly SubstitutionFact[] {
  const mayRun = scope === "global";
  const isOn = commandsAllowed(global) || isMistaken(global);
  return templatesIn(root).flatMap((template): readonly SubstitutionFact[] => {
    const { parts, problems } = template.scan;
    return problems.length > 0 || parts.some(isCommand) ? factsAbout(template, { mayRun, isOn }) : NONE;
  });
}

interface Switches {
  /** Whether commands in this layer can run at all. */
  readonly mayRun: boolean;
  readonly isOn: boolean;
}

function isCommand(part: Part): part is CommandPart {
  return part.kind === "command" || part.kind === "fallback";
}

function factsAbout(
  { path, place, scan: { parts, problems } }: Template,
  about: Switches,
): readonly SubstitutionFact[] {
  const { mayRun } = about;
  const at = (within: { readonly start: number; readonly end: number }): PathAnchor => ({
    path,
    part: "value",
    within,
  });
  const broken = problems.slice(0, MOST).map((problem): SubstitutionFact => {
    const text = String(place.value).slice(problem.start, problem.end);
    const isOpaque = place.shape?.schema["x-opaque"] === true;
    return { kind: "broken-substitution", at: at(problem), problem, text, mayRun, isOpaque };
  });
  const isProse = parts.length > 1 && place.shape?.schema["x-prose"] === true;
  const commands = parts.filter(isCommand).slice(0, MOST);
  return [...broken, ...commands.flatMap((part) => commandFact(part, at(part), { ...about, isProse }) ?? [])];
}

interface Circumstances extends Switches {
  readonly isProse: boolean;
}

/** The first fact that applies to a command: one mistake, one message. */
function commandFact(part: CommandPart, at: PathAnchor, about: Circumstances): SubstitutionFact | undefined {
  if (!about.mayRun) return { kind: "command-in-project", at, part };
  if (!about.isOn) return { kind: "command-disabled", at, part };
  if (part.kind === "fallback") {
    const nested = nestedIn(part.command.trim());
    if (nested !== undefined) return { kind: "nested-command", at, part, nested };
    if (isWord(part.command)) return { kind: "word-as-command", at, part };
  }
  return about.isProse ? { kind: "command-in-prose", at, part } : undefined;
}

function nestedIn(text: string): Nested | undefined {
  const [, name = ""] = /^"?\$\{?([A-Za-z_]\w*)\}?"?$/.exec(text) ?? [];
  if (name !== "") return { kind: "variable", name };
  const [, quoted = "", opener = ""] = /^("?)(\$\(|`)/.exec(text) ?? [];
  const closer = opener === "`" ? "`" : ")";
  const inner = text.slice(quoted.length, text.length - quoted.length);
  const isAlone = opener === "`" ? /^`[^`]+`$/.test(inner) : isOneCommand(inner);
  const isNested = opener !== "" && isAlone && text.endsWith(`${closer}${quoted}`);
  return isNested ? { kind: "command", opener: `${quoted}${opener}`, closer: `${closer}${quoted}` } : undefined;
}

function isOneCommand(text: string): boolean {
  const { parts, problems } = scan(text);
  return problems.length === 0 && parts.length === 1 && parts[0]?.kind === "command";
}

/** Whether a command looks like a default text: one word, perhaps in quotes, and not the path of a program. */
function isWord(command: string): boolean {
  return /^(["']?)(?!(?:~|\.{0,2})\/)[^\s;|&<>()$`'"]+\1$/.test(command);
}
