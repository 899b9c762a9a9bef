/** docs/agentcfg.1 and docs/agent.1, in mdoc: every command with its words, from the table of commands; what is around them, from the page. */
import type { Example } from "../../src/terminal/command.js";
import { WHERE } from "../../src/terminal/options.js";
import { argument, literal, prose } from "./roff.js";
import { type Entry, type Flag, PROGRAM_FLAGS, type Word } from "./shells/words.js";

/** What stands around the commands of a program. */
export interface Page {
  readonly program: string;
  readonly describe: string;
  /** Paragraphs. */
  readonly about: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, string>>;
  readonly exits: Readonly<Record<string, string>>;
  readonly examples: readonly Example[];
}

/** `version`: of the package; `date`: as `.Dd` wants it. */
export function manualPage(page: Page, table: readonly Entry[], version: string, date: string): string {
  const { program, describe, about, environment, files, exits, examples } = page;
  return `.\\" Made by \`npm run gen\` from the table of commands.
.Dd ${date}
.Dt ${program.toUpperCase()} 1
.Os agentcfg ${version}
.Sh NAME
.Nm ${program}
.Nd ${describe}
.Sh SYNOPSIS
.Nm
.Ar command
.Op Ar option ...
.Op Ar word ...
.Nm
.Fl \\-help | \\-version
.Sh DESCRIPTION
.Nm
${about.map(prose).join(".Pp\n")}.Pp
The options of the program itself are:
${flagList(PROGRAM_FLAGS)}.Sh COMMANDS
${table.map(commandPart).join("")}.Ss Where to look
These options stand for the same in every command that has them.
${flagList(lookingFlags(table))}.Sh ENVIRONMENT
${list(environment, "Ev")}.Sh FILES
${list(files, "Pa")}.Sh EXIT STATUS
${list(exits, "")}.Sh EXAMPLES
${examples.map(({ line, describe: what }) => exampleText(line, what)).join(".Pp\n")}`;
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
    command.examples.length === 0
      ? ""
      : `.Bd -literal -offset indent\n${command.examples.map(({ line }) => literal(line)).join("")}.Ed\n`,
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
  const items = flags.map(({ names, describe, value, mayTake, standing }) => {
    const spelt = names.map((name) => `Fl ${argument(name.slice(1))}`).join(" , ");
    const optional = mayTake === undefined ? "" : ` Op Ar ${argument(mayTake)}`;
    const taken = value === undefined ? optional : ` Ar ${argument(value.name)}`;
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
