/** The table of commands as shells and manual pages need it: every word that may stand on a command line, and what it stands for. */
import { COMMANDS } from "../../../src/cli/main.js";
import type { Argument, Command, Option } from "../../../src/terminal/command.js";
import type { CommandTable } from "../../../src/terminal/program.js";

export interface Flag {
  /** `-q`, `--quiet`. */
  readonly names: readonly string[];
  readonly describe: string;
  /** The description of its value; undefined where it takes none. */
  readonly value: Value | undefined;
  /** What holds where it is not given. */
  readonly standing?: string;
  /** The name of a value that it takes or not. */
  readonly mayTake?: string;
}

export interface Value {
  readonly name: string;
  readonly choices?: readonly string[];
  readonly takes?: Argument["takes"];
}

export interface Word extends Value {
  readonly describe: string;
  readonly isOptional: boolean;
  /** Whether it may be repeated. */
  readonly isRest: boolean;
}

export interface Entry {
  /** With those of the commands above it: `hub token create`. */
  readonly name: string;
  readonly describe: string;
  readonly command: Command;
  readonly flags: readonly Flag[];
  readonly words: readonly Word[];
}

const HELP: Flag = { names: ["-h", "--help"], describe: "print help", value: undefined };

/** Options of the program itself. */
export const PROGRAM_FLAGS: readonly Flag[] = [
  { names: ["-v", "--version"], describe: "print the version", value: undefined },
  HELP,
];

/** Every command with those below it, of `agentcfg` by default. */
export async function commandTable(commands: CommandTable = COMMANDS, above = ""): Promise<readonly Entry[]> {
  const shown = Object.entries(commands).filter(([, { hidden }]) => hidden !== true);
  const entries = shown.map(async ([word, { describe, load, commands: below }]) => {
    const name = `${above}${word}`;
    const command = load === undefined ? GROUP : await load();
    const grouped = command.options
      .filter(({ hidden }) => hidden !== true)
      .sort((a, b) => Number(a.group !== undefined) - Number(b.group !== undefined));
    const own = {
      ...{ name, describe, command },
      flags: [...grouped.map(flagOf), HELP],
      words: [...(below === undefined ? [] : [commandWord(below, command)]), ...command.arguments.map(wordOf)],
    };
    return [own, ...(below === undefined ? [] : await commandTable(below, `${name} `))];
  });
  return (await Promise.all(entries)).flat();
}

/** A name that only has commands below it. */
const GROUP: Command = { examples: [], arguments: [], options: [], run: async () => 2 };

/** The names of the commands below a command. */
export function belowOf(table: readonly Entry[], above: string): readonly Entry[] {
  return table.filter(({ name }) => name.slice(0, Math.max(name.lastIndexOf(" "), 0)) === above);
}

/** The last word of its name. */
export function lastWord({ name }: Entry): string {
  return name.slice(name.lastIndexOf(" ") + 1);
}

function commandWord(below: CommandTable, command: Command): Word {
  const choices = Object.entries(below).flatMap(([name, { hidden }]) => (hidden === true ? [] : [name]));
  const isOptional = command !== GROUP;
  return {
    ...wantedOf("command", choices, undefined),
    describe: "a command below this one",
    isOptional,
    isRest: false,
  };
}

function flagOf({ flags, describe, choices, takes, default: standing }: Option): Flag {
  const [, name] = /<(.+)>/.exec(flags) ?? [];
  const [, mayTake] = /\[(.+)\]/.exec(flags) ?? [];
  return {
    names: flags.replace(/ [<[].*/, "").split(/, /),
    describe,
    value: name === undefined ? undefined : wantedOf(name, choices, takes),
    ...(mayTake !== undefined && { mayTake }),
    ...(standing !== undefined && { standing }),
  };
}

function wordOf({ name, describe, choices, takes }: Argument): Word {
  const bare = name.replace(/^[[<]|(\.\.\.)?[\]>]$/g, "");
  return {
    ...wantedOf(bare, choices, takes),
    describe,
    isOptional: name.startsWith("["),
    isRest: name.includes("..."),
  };
}

/** A script may name nothing that means something to a shell. */
function wantedOf(name: string, choices: Value["choices"], takes: Value["takes"]): Value {
  const odd = choices?.find((choice) => !/^[\w./:@+-]+$/.test(choice));
  if (odd !== undefined) throw new Error(`${odd} cannot be offered by a shell`);
  return { name, ...(choices && { choices }), ...(takes && { takes }) };
}
