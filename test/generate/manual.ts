/** docs/agentcfg.1, in mdoc: every command with its words, from the table of commands; what is around them, from here. */
import { PROGRAM_EXAMPLES } from "../../src/cli/help.js";
import { WHERE } from "../../src/cli/options.js";
import { argument, literal, prose } from "./roff.js";
import { type Entry, type Flag, PROGRAM_FLAGS, type Word } from "./shells/words.js";

export const ENVIRONMENT: Readonly<Record<string, string>> = {
  HOME: "The home directory, where the global layer is looked for.",
  XDG_CONFIG_HOME: "Where the global layer is looked for instead of `~/.config`; an absolute path.",
  XDG_STATE_HOME:
    "Where the list of projects that you vouch for is kept instead of in `~/.local/state`; an absolute path.",
  PWD: "Where the working directory was, if it has been removed.",
  NO_COLOR: "If it is set and not empty, no colour is used unless `--color always` is said.",
  FORCE_COLOR: "If it is set, colour is used where there is no terminal, too; not if it is 0 or false.",
  TERM: "If it is dumb, no colour is used. Names of some terminals that understand links are known.",
  COLUMNS: "How many columns the terminal has, instead of what it says itself.",
  FORCE_HYPERLINK: "If it is set, names of rules are links in any terminal, or in none if it is 0 or false.",
  TERM_PROGRAM: "A terminal that is known to understand links, for names of rules.",
  VTE_VERSION: "The same, of terminals that are built on VTE.",
  WT_SESSION: "The same, of Windows Terminal.",
  TMUX: "If it is set, there are no links.",
};

const FILES: Readonly<Record<string, string>> = {
  "~/.config/agent/config.yaml":
    "The global layer. It may end in `.yml`, `.json` or `.jsonc` as well, as that of a project may.",
  ".agent/config.yaml": "The project layer, from the working directory up to the root of the repository.",
  "~/.config/agentcfg/lint.yaml": "What you want of every `agentcfg lint`: options, without their dashes, as keys.",
  "~/.local/state/agent/trusted.json": "The projects that you vouch for.",
};

const EXITS: Readonly<Record<string, string>> = {
  "0": "Nothing at or above `--fail-on`.",
  "1": "Findings, fixes that `--diff` shows, a value that is not there or hidden, or a project that you do not vouch for.",
  "2": "Wrong usage, a named file that cannot be read or written, or an internal error.",
  "3": "No configuration was found.",
};

/** `version`: of the package; `date`: as `.Dd` wants it. */
export function manualPage(table: readonly Entry[], version: string, date: string): string {
  return `.\\" Made by \`npm run gen\` from the table of commands.
.Dd ${date}
.Dt AGENTCFG 1
.Os agentcfg ${version}
.Sh NAME
.Nm agentcfg
.Nd check the configuration of coding agents
.Sh SYNOPSIS
.Nm
.Ar command
.Op Ar option ...
.Op Ar word ...
.Nm
.Fl \\-help | \\-version
.Sh DESCRIPTION
.Nm
finds the configuration that is in effect where you are, a global layer that is
yours and a project layer that anybody may have written, and says what is wrong
with it.
Checking starts no program, opens no connection and reads no variable that a
configuration names.
.Pp
${prose(WHERE)}.Pp
A place in a configuration is written
${prose('`models["acme/big"].class` or `/models/acme~1big/class`.')}.Pp
The options of the program itself are:
${flagList(PROGRAM_FLAGS)}.Sh COMMANDS
${table.map(commandPart).join("")}.Ss Where to look
These options stand for the same in every command that has them.
${flagList(lookingFlags(table))}.Sh ENVIRONMENT
${list(ENVIRONMENT, "Ev")}.Sh FILES
${list(FILES, "Pa")}.Sh EXIT STATUS
${list(EXITS, "")}.Sh EXAMPLES
${PROGRAM_EXAMPLES.map(({ line, describe }) => exampleText(line, describe)).join(".Pp\n")}`;
}

const groupOf = ({ command }: Entry, { names }: Flag): string | undefined =>
  command.options.find(({ flags }) => flags.split(/[ ,]+/).includes(names.at(-1) ?? ""))?.group;

/** Options that many commands have, once each. */
function lookingFlags(table: readonly Entry[]): readonly Flag[] {
  const all = table.flatMap((entry) => entry.flags.filter((flag) => groupOf(entry, flag) !== undefined));
  return [...new Map(all.map((flag) => [flag.names.join(), flag])).values()];
}

function commandPart(entry: Entry): string {
  const { name, describe, command, words } = entry;
  const own = entry.flags.filter((flag) => groupOf(entry, flag) === undefined);
  const others = entry.flags.filter((flag) => groupOf(entry, flag) !== undefined);
  const more = (command.more ?? "").replace(WHERE, "").replace(WHERE.trim(), "");
  const where = others.map(({ names }) => names.join(", ")).join(", ");
  return [
    `.Ss ${name}\n.Nm\n.Cm ${name}\n.Op Ar option ...\n${words.map(wordInLine).join("")}.Pp\n`,
    prose(`${describe.charAt(0).toUpperCase()}${describe.slice(1)}.`),
    ".Bd -literal -offset indent\n",
    ...command.examples.map(({ line }) => literal(line)),
    ".Ed\n",
    words.length === 0 ? "" : wordList(words),
    flagList(own),
    where === "" ? "" : `.Pp\n${prose(`Where to look: ${where}.`)}`,
    remarks(more),
  ].join("");
}

function wordInLine({ name, isOptional, isRest }: Word): string {
  const word = `Ar ${argument(name)}${isRest ? " ..." : ""}`;
  return isOptional ? `.Op ${word}\n` : `.${word}\n`;
}

function wordList(words: readonly Word[]): string {
  const items = words.map(
    ({ name, describe, choices }) => `.It Ar ${argument(name)}\n${prose(sentence(describe, choices))}`,
  );
  return `.Bl -tag -width Ds\n${items.join("")}.El\n`;
}

function flagList(flags: readonly Flag[]): string {
  const items = flags.map(({ names, describe, value, standing }) => {
    const spelt = names.map((name) => `Fl ${argument(name.slice(1))}`).join(" , ");
    const taken = value === undefined ? "" : ` Ar ${argument(value.name)}`;
    return `.It ${spelt}${taken}\n${prose(sentence(describe, value?.choices, standing))}`;
  });
  return `.Bl -tag -width Ds\n${items.join("")}.El\n`;
}

function sentence(describe: string, choices: readonly string[] = [], standing?: string): string {
  const begun = /^[a-z]+ /.test(describe) ? `${describe.charAt(0).toUpperCase()}${describe.slice(1)}` : describe;
  const may =
    choices.length === 0
      ? ""
      : ` One of ${choices.join(", ")}${standing === undefined ? "" : `; ${standing} unless it is said`}.`;
  return `${begun}.${may}`;
}

/** Paragraphs, and lines that are typed as they stand. */
function remarks(text: string): string {
  const paragraphs = text
    .split(/\n\n+/)
    .map((one) => one.replace(/^\n|\n$/g, ""))
    .filter((one) => one !== "");
  return paragraphs
    .map((paragraph) => {
      const lines = paragraph.split("\n");
      const typed = lines.filter((line) => line.startsWith("  ")).map((line) => literal(line.trim()));
      const said = prose(lines.filter((line) => !line.startsWith("  ")).join(" "));
      return `${said === "" ? "" : `.Pp\n${said}`}${typed.length === 0 ? "" : `.Bd -literal -offset indent\n${typed.join("")}.Ed\n`}`;
    })
    .join("");
}

function list(entries: Readonly<Record<string, string>>, macro: string): string {
  const items = Object.entries(entries).map(
    ([name, text]) => `${`.It ${macro}`.trim()} ${argument(name)}\n${prose(text)}`,
  );
  return `.Bl -tag -width Ds\n${items.join("")}.El\n`;
}

function exampleText(line: string, describe: string): string {
  const text = prose(`${describe.charAt(0).toUpperCase()}${describe.slice(1)}:`);
  return `${text}.Bd -literal -offset indent\n${literal(line)}.Ed\n`;
}
