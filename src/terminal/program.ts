/** Runs a program with a table of commands: reads the command line, then loads and calls the command. */
import {
  CommanderError,
  Help,
  InvalidArgumentError,
  Command as Program,
  Argument as ProgramArgument,
  Option as ProgramOption,
} from "commander";
import { printableLines } from "../text/escape.js";
import { quote, quoteList } from "../text/quote.js";
import { suggest } from "../text/suggest.js";
import { folded } from "../text/wrap.js";
import { version } from "../toolkit/judge/report/version.js";
import type { WritingHost } from "../toolkit/read/host/host.js";
import { ownHost } from "../toolkit/read/host/own.js";
import { type Command, EXIT, type Example, type Option } from "./command.js";
import { examplesText, itemText, LEAST_ROOM } from "./help.js";
import { internalError } from "./internal-error.js";
import { widthOf } from "./painted.js";
import { print, type Terminal, terminalWith } from "./terminal.js";

/**
 * A command is loaded when it is called; help needs only its name and description. Its arguments and options are those of `load`, or it has
 * commands below it.
 */
interface CommandEntry {
  readonly describe: string;
  /** Undefined for a name with only commands below it. */
  readonly load?: () => Promise<Command>;
  /**
   * The commands below it, such as `create` in `agent hub token create`. A command with others below it has no arguments or options of its
   * own.
   */
  readonly commands?: CommandTable;
  /** Omitted from help: only programs call it. */
  readonly hidden?: true;
}

export interface CommandTable {
  readonly [name: string]: CommandEntry;
}

export interface ProgramTable {
  readonly name: string;
  readonly describe: string;
  /** Examples at the top of the program's help. */
  readonly examples: readonly Example[];
  readonly commands: CommandTable;
  /** Commands of other tools, and the equivalent command line. */
  readonly meant?: Readonly<Record<string, string>>;
}

/** Runs one command line, on this machine unless another one is given, and returns the exit code. All output is written by then. */
export async function runProgram(
  { name: ownName, describe: ownDescription, examples, commands, meant = {} }: ProgramTable,
  terminal: Omit<Terminal, "host">,
  host?: WritingHost,
): Promise<number> {
  const written: Promise<void>[] = [];
  let code: number = EXIT.ok;
  const argv = asOptions(terminal.argv, commands);
  const [word = ""] = argv.slice(2);
  if (Object.hasOwn(meant, word)) {
    await print(terminal.stderr, `${ownName}: there is no \`${word}\`; \`${ownName} ${meant[word]}\` does that\n`);
    return EXIT.usage;
  }
  const width = widthOf(terminal.stdout);
  let takesValues = false;
  let options: readonly Option[] = [];
  const behindHyphens = (whole: string, word: string): string =>
    takesValues ? `${whole}; write a value that begins with a hyphen after \`--\`: -- ${word}` : whole;
  const program = new Program(ownName)
    .description(ownDescription)
    .version(version, "-v, --version", "print the version")
    .helpOption("-h, --help", "print help")
    .helpCommand(false)
    .addHelpText("before", examplesText(examples, width))
    .showHelpAfterError("(see --help)")
    .exitOverride()
    .configureHelp({ minWidthToWrap: LEAST_ROOM, formatItem })
    .configureOutput({
      getOutHelpWidth: () => width ?? USUAL_WIDTH,
      getErrHelpWidth: () => width ?? USUAL_WIDTH,
      writeOut: (text) => written.push(print(terminal.stdout, text)),
      writeErr: (text) => written.push(print(terminal.stderr, printableLines(text))),
      outputError: (text, write) =>
        write(
          withSuggestion(text, options)
            .replace(/^error: /, `${ownName}: `)
            .replace(/'(-[^-].*)'$/m, behindHyphens),
        ),
    });
  try {
    const called = await addCommands(program, commands, argv.slice(2));
    if (called !== undefined) {
      const { program: added, command } = called;
      takesValues = command.takesValues === true;
      options = command.options;
      describeWords(added, command, width);
      added.action(async () => {
        const flags = added.opts();
        const empty = emptyName(command, added);
        if (empty !== undefined) added.error(`error: ${empty} is empty`, { exitCode: EXIT.usage });
        const given = Object.keys(flags).filter((key) => added.getOptionValueSource(key) === "cli");
        const whole = terminalWith(terminal, { host: host ?? ownHost() });
        code = await command.run(whole, added.args, flags, new Set(given));
      });
    }
    await program.parseAsync(argv);
  } catch (error) {
    if (!(error instanceof CommanderError)) code = await internalError(terminal, error, ownName);
    else code = error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  }
  await Promise.all(written);
  return code;
}

/** Declares the commands of a table to the library, and those below the command of these words; returns that one. */
async function addCommands(
  program: Program,
  table: CommandTable,
  [word = "", ...rest]: readonly string[],
): Promise<{ readonly program: Program; readonly command: Command } | undefined> {
  for (const [name, { describe, hidden = false }] of Object.entries(table)) {
    const added = program.command(name, { hidden }).copyInheritedSettings(program).description(describe);
    if (name === word) continue;
    // commander calls this command if options precede its name.
    added.allowUnknownOption().allowExcessArguments();
    added.action(() => program.error(`error: write \`${name}\` before the options`, { exitCode: EXIT.usage }));
  }
  const entry = Object.hasOwn(table, word) ? table[word] : undefined;
  const added = program.commands.find((one) => one.name() === word);
  if (entry === undefined || added === undefined) return undefined;
  const { load, commands } = entry;
  const below = commands === undefined ? undefined : await addCommands(added, commands, rest);
  if (below !== undefined || load === undefined) return below;
  const [next = "-"] = rest;
  // Without an action, the library suggests the command that such a word resembles.
  if (commands !== undefined && (Object.hasOwn(commands, next) || !next.startsWith("-"))) return undefined;
  return { program: added, command: await load() };
}

/** Help and version are options; they also work as words: `help lint` is `lint --help`. */
function asOptions(argv: readonly string[], commands: CommandTable): readonly string[] {
  const [word, topic, ...topics] = argv.slice(2);
  const start = argv.slice(0, 2);
  if (word === "help" && topic !== undefined)
    return [...start, topic, ...topics, ...(Object.hasOwn(commands, topic) ? ["--help"] : [])];
  if (word === "help") return [...start, "--help"];
  return word === "version" || word === "-V" ? [...start, "--version"] : argv;
}

/** An option or argument in help; its description goes below it if the room next to it is too small. */
function formatItem(term: string, termWidth: number, description: string, helper: Help): string {
  const width = helper.helpWidth ?? USUAL_WIDTH;
  return (
    itemText(term, termWidth, description, width) ??
    Help.prototype.formatItem.call(helper, term, termWidth, description, helper)
  );
}

/** The width of help without a known terminal. */
const USUAL_WIDTH = 80;

/** The message about an unknown option, with our suggestion in place of the library's, which is any option of a few same letters. */
function withSuggestion(text: string, options: readonly Option[]): string {
  const [whole, given = ""] = /^error: unknown option '--([^']*)'/.exec(text) ?? [];
  if (whole === undefined) return text;
  const [flag = ""] = given.split("=");
  const names = options.flatMap(({ flags, hidden }) => (hidden ? [] : (/--([\w-]+)/.exec(flags)?.[1] ?? [])));
  const format = options.find(({ flags, choices }) => flags.startsWith("--format ") && choices?.includes(flag));
  const [close] = format === undefined ? suggest(flag, names) : [`format ${flag}`];
  return `${whole}${close === undefined ? "" : `\n(Did you mean --${close}?)`}\n`;
}

/** An argument or option with an empty text in place of the name of a file, which would be the working directory. */
function emptyName({ arguments: words, options }: Command, program: Program): string | undefined {
  const isFile = ({ takes }: Pick<Option, "takes">): boolean => takes === "file";
  const files = words.filter(isFile);
  if (files.length > 0 && program.args.some((word, index) => word === "" && isFile(words[index] ?? files[0] ?? {})))
    return "the name of a file";
  const flags = program.opts();
  return program.options.find(
    (option) =>
      flags[option.attributeName()] === "" && options.some((one) => one.flags === option.flags && isFile(one)),
  )?.long;
}

function chosen(program: Program, given: string, name: string, choices: readonly string[]): string {
  if (choices.includes(given)) return given;
  return program.error(`error: the ${name} cannot be ${quote(given)}: it is one of ${quoteList(choices)}`, {
    exitCode: EXIT.usage,
  });
}

/** Checks a choice with an optional colon and file. */
function withFile(given: string, choices: readonly string[]): string {
  const [name = ""] = given.split(":");
  if (choices.includes(name)) return given;
  const [close] = suggest(name, choices);
  const suggestion = close === undefined ? "" : ` (Did you mean ${close}?)`;
  throw new InvalidArgumentError(`Allowed choices are ${choices.join(", ")}.${suggestion}`);
}

/** Declares the arguments and options of a command to the library. `width`: of the terminal, if known. */
function describeWords(program: Program, { examples, arguments: words, options, more }: Command, width?: number): void {
  program.addHelpText("before", examplesText(examples, width));
  for (const { name, describe, choices } of words) {
    const argument = new ProgramArgument(name, describe);
    if (choices !== undefined)
      argument.choices(choices).argParser((given) => chosen(program, given, argument.name(), choices));
    program.addArgument(argument);
  }
  for (const one of options.toSorted(byGroup)) {
    const { flags, describe, choices, takesFile, default: byDefault, group, isRepeatable, hidden = false } = one;
    const option = new ProgramOption(flags, describe).hideHelp(hidden);
    if (group !== undefined) option.helpGroup(group);
    if (choices !== undefined) option.choices(choices);
    if (choices !== undefined && takesFile)
      option.argParser((given, before: readonly string[] = []) => [...before, withFile(given, choices)]);
    if (byDefault !== undefined) option.default(byDefault);
    if (isRepeatable) option.argParser((text, before: readonly string[] = []) => [...before, text]);
    program.addOption(option);
  }
  if (more !== undefined) program.addHelpText("after", folded(more, width ?? USUAL_WIDTH));
}

/** Options with a heading come after those without. */
function byGroup(a: Option, b: Option): number {
  return Number(a.group !== undefined) - Number(b.group !== undefined);
}
