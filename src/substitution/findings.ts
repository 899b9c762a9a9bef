/** The words of the `substitution/*` rules that need nothing resolved: what is wrong with a substitution, and which would not run. */

import type { Change, Finding, Related } from "../diagnostic/finding.js";
import { find } from "../document/node.js";
import type { Span } from "../document/source.js";
import type { Layer } from "../layers/layer.js";
import type { Path } from "../text/path.js";
import { quote } from "../text/printable.js";
import { type Substitution, scan } from "../text/scan.js";
import { authoredIn, commandsAllowed, SWITCH, sketch } from "./find.js";

/** The `substitution/*` findings of a layer that can be known without resolving anything. */
export function substitutionFindings(layer: Layer, global: Layer | undefined): readonly Finding[] {
  if (layer.root === undefined) return [];
  return authoredIn(layer.root).flatMap(({ path, scan: { parts, problems } }) => {
    const broken = problems.map(
      ({ start, end, message, help, commandHelp = help }): Finding => ({
        rule: "substitution/syntax",
        at: { path, part: "value", within: { start, end } },
        message,
        help: layer.scope === "project" ? help : commandHelp,
      }),
    );
    const commands = parts.filter((part) => part.kind === "command" || part.kind === "fallback");
    const isProse = parts.length > 1 && (path[0] === "plugins" || path.at(-1) === "classifier_rules");
    return [...broken, ...commands.flatMap((part) => commandFinding(part, path, isProse, layer, global) ?? [])];
  });
}

type CommandPart = Extract<Substitution, { kind: "command" | "fallback" }>;
type Fallback = Extract<Substitution, { kind: "fallback" }>;
type Place = Extract<Finding["at"], { path: Path }>;

/** What there is to say about one command: the first of these, for one mistake is one message. */
function commandFinding(
  part: CommandPart,
  path: Path,
  isProse: boolean,
  layer: Layer,
  global: Layer | undefined,
): Finding | undefined {
  const at: Place = { path, part: "value", within: part };
  if (layer.scope === "project") return inProject(at, part, global);
  const nested = part.kind === "fallback" ? nestedIn(part.command.trim()) : undefined;
  if (part.kind === "fallback" && nested !== undefined) return nestedCommand(at, part, nested);
  if (!commandsAllowed(global?.value)) return disabled(at, part);
  if (part.kind === "fallback" && isWord(part.command)) return fallbackIsCommand(at, part);
  return isProse ? runsInProse(at, part) : undefined;
}

/** How to write what starts a substitution where it is meant literally. */
function escapeOf(part: CommandPart): string {
  return part.kind === "command" ? "for a literal `$(` write `$$(`" : "for a literal `${` write `$${`";
}

function staysLiteral(part: CommandPart, because: string): Pick<Finding, "message" | "label"> {
  const consequence =
    part.kind === "command" ? "does not run" : `is not resolved, not even where ${quote(part.name)} is set`;
  return { message: `${sketch(part)} ${consequence}, because ${because}`, label: "stays literal text" };
}

function inProject(at: Place, part: CommandPart, global: Layer | undefined): Finding {
  const written = global?.root && find(global.root, [SWITCH]);
  const related: readonly Related[] =
    written && commandsAllowed(global?.value)
      ? [{ at: { path: [SWITCH], part: "key", layer: "global" }, message: "covers the global file only" }]
      : [];
  return {
    rule: "substitution/in-project",
    at,
    ...staysLiteral(part, "commands never run in a project file"),
    related,
    help: `set the value in the global config, or use a plain \`\${NAME}\`; ${escapeOf(part)}`,
  };
}

function disabled(at: Place, part: CommandPart): Finding {
  return {
    rule: "substitution/disabled",
    at,
    ...staysLiteral(part, `\`${SWITCH}\` is not on`),
    help: `set \`${SWITCH}: true\` in the global config; ${escapeOf(part)}`,
  };
}

/** Something whose value or output the shell would take for a command: one thing alone, perhaps in double quotes. */
type Nested =
  | { readonly kind: "variable"; readonly name: string }
  | { readonly kind: "command"; readonly opener: string; readonly closer: string };

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

function nestedCommand(at: Place, part: Fallback, nested: Nested): Finding {
  const start = part.start + `\${${part.name}:-`.length + part.command.search(/\S/);
  const end = start + part.command.trim().length;
  const respell = (within: Span, text: string): Change => ({ kind: "respell-inside", path: at.path, within, text });
  const about = { rule: "substitution/nested-command", at };
  const message = "the right side of `:-` is a command already";
  if (nested.kind === "variable") {
    const { name } = nested;
    return {
      ...about,
      message: `${message}, so the value of ${quote(name)} would run as one`,
      help: `${quote(`printenv ${name}`)} prints the value`,
      proposals: [
        {
          title: `write ${quote(`printenv ${name}`)}`,
          safe: false,
          changes: [respell({ start, end }, `printenv ${name}`)],
        },
      ],
    };
  }
  const { opener, closer } = nested;
  const source = opener.endsWith("`") ? "the backticks" : "`$(…)`";
  return {
    ...about,
    message: `${message}, so the output of ${source} would run as a second command`,
    help: "write the inner command alone",
    proposals: [
      {
        title: "remove what stands around the inner command",
        safe: true,
        changes: [respell({ start, end: start + opener.length }, ""), respell({ start: end - closer.length, end }, "")],
      },
    ],
  };
}

/** Whether a command reads like a default text: one word, perhaps in quotes, and no path to a program. */
function isWord(command: string): boolean {
  return /^(["']?)(?!(?:~|\.{0,2})\/)[^\s;|&<>()$`'"]+\1$/.test(command);
}

/** A text that is evidently no program. */
const NO_PROGRAM = /^["']?(?:\d[\d.]*["']?$|https?:|[\w.-]+:\d)/;

function fallbackIsCommand(at: Place, part: Fallback): Finding {
  const dash = part.start + `\${${part.name}:`.length;
  return {
    rule: "substitution/fallback-is-a-command",
    at,
    message: `when ${quote(part.name)} is not set or is empty, the text after \`:-\` runs as a command`,
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

function runsInProse(at: Place, part: CommandPart): Finding {
  return {
    rule: "substitution/runs-in-prose",
    at,
    message: "this runs as a command when the configuration loads, although the value reads like prose",
    help: escapeOf(part),
  };
}
