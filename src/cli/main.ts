/** The command line: the table of commands, and how one of them is called. A command is loaded when it is called. */
import { CommanderError, Command as Program, Option as ProgramOption } from "commander";
import { printableLines } from "../text/escape.js";
import { type Command, EXIT } from "./command.js";
import { print, type Terminal } from "./terminal.js";
import { version } from "./version.js";

const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  lint: async () => (await import("./commands/lint.js")).lintCommand,
  show: async () => (await import("./commands/show.js")).show,
  get: async () => (await import("./commands/get.js")).get,
  set: async () => (await import("./commands/set.js")).set,
  unset: async () => (await import("./commands/set.js")).unset,
  explain: async () => (await import("./commands/explain.js")).explain,
  models: async () => (await import("./commands/models.js")).models,
  plan: async () => (await import("./commands/plan.js")).plan,
  upgrade: async () => (await import("./commands/upgrade.js")).upgrade,
  schema: async () => (await import("./commands/schema.js")).schema,
  rules: async () => (await import("./commands/rules.js")).rules,
};

/** Runs one command line and returns the exit code. Everything has been written when it returns. */
export async function main(terminal: Terminal): Promise<number> {
  const written: Promise<void>[] = [];
  let code: number = EXIT.ok;
  const program = new Program("agentcfg")
    .description("Checks the configuration of coding agents.")
    .version(version, "-V, --version", "print the version")
    .helpOption("-h, --help", "print help")
    .helpCommand(false)
    .showHelpAfterError("(see --help)")
    .exitOverride()
    .configureOutput({
      writeOut: (text) => written.push(print(terminal.stdout, text)),
      writeErr: (text) => written.push(print(terminal.stderr, printableLines(text))),
    });
  try {
    for (const [name, load] of wanted(terminal)) {
      const command = await load();
      const run = async (words: readonly string[], flags: unknown): Promise<void> => {
        code = await command.run(terminal, words, flags);
      };
      addTo(program, name, command, run);
    }
    await program.parseAsync(terminal.argv);
  } catch (error) {
    if (!(error instanceof CommanderError)) code = await internalError(terminal, error);
    else code = error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  }
  await Promise.all(written);
  return code;
}

/** The command that is called; all of them where it takes all to answer. */
function wanted({ argv }: Terminal): readonly (readonly [string, () => Promise<Command>])[] {
  const all = Object.entries(COMMANDS);
  const called = all.filter(([name]) => name === argv[2]);
  return called.length > 0 ? called : all;
}

type Run = (words: readonly string[], flags: unknown) => Promise<void>;

function addTo(program: Program, name: string, { describe, arguments: words, options, more }: Command, run: Run): void {
  const added = program.command(name).copyInheritedSettings(program).description(describe);
  for (const word of words) added.argument(word.name, word.describe);
  for (const { flags, describe: meaning, choices, default: standing } of options) {
    const option = new ProgramOption(flags, meaning);
    if (choices !== undefined) option.choices(choices);
    if (standing !== undefined) option.default(standing);
    added.addOption(option);
  }
  if (more !== undefined) added.addHelpText("after", more);
  added.action(() => run(added.args, added.opts()));
}

/** Says where the program failed and not on what: the message of an exception may quote a configuration. */
async function internalError(terminal: Terminal, error: unknown): Promise<number> {
  const { name, stack = "" } = error instanceof Error ? error : new Error();
  const frames = stack.split("\n").filter((line) => /^\s+at /.test(line));
  await print(terminal.stderr, `agentcfg: internal error (${name}); please report it\n${frames.join("\n")}\n`);
  return EXIT.usage;
}
