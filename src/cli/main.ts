/** The command line: names, options and exit codes. Each command is loaded when it is called. */
import { Command, CommanderError, Option } from "commander";
import { printableLines } from "../text/printable.js";
import { print, type Terminal } from "./terminal.js";
import { version } from "./version.js";

const USAGE_OR_INTERNAL_ERROR = 2;

/** Runs one command line and returns the exit code. Everything has been written when it returns. */
export async function main(terminal: Terminal): Promise<number> {
  const written: Promise<void>[] = [];
  let code = 0;
  const program = new Command("agentcfg")
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
  const setting: Setting = {
    terminal,
    command: (name) => program.command(name).copyInheritedSettings(program),
    done: (result) => {
      code = result;
    },
  };
  for (const add of [
    addLint,
    addShow,
    addGet,
    addSet,
    addUnset,
    addExplain,
    addModels,
    addPlan,
    addUpgrade,
    addSchema,
    addRules,
  ])
    add(setting);

  try {
    await program.parseAsync(terminal.argv);
  } catch (error) {
    code =
      error instanceof CommanderError
        ? error.exitCode === 0
          ? 0
          : USAGE_OR_INTERNAL_ERROR
        : await internalError(terminal, error);
  }
  await Promise.all(written);
  return code;
}

/** What each command needs to join the program. */
interface Setting {
  readonly terminal: Terminal;
  readonly command: (name: string) => Command;
  /** Takes the exit code of the command that ran. */
  readonly done: (code: number) => void;
}

function addLint({ command, terminal, done }: Setting): void {
  layered(command("lint"))
    .description("report what is wrong with the configuration, or with single files of it")
    .argument("[file...]", "files to check, each with the other layer that is found; - is standard input")
    .addOption(
      new Option("--format <format>", "how to report").choices(["pretty", "concise", "json"]).default("pretty"),
    )
    .addOption(new Option("--as <layer>", "the layer the files are").choices(["global", "project"]))
    .addOption(
      new Option("--fail-on <severity>", "least severity that makes the exit code 1")
        .choices(["error", "warning", "info"])
        .default("error"),
    )
    .addOption(new Option("--color <when>", "use colour").choices(["auto", "always", "never"]).default("auto"))
    .option("-q, --quiet", "report only what makes the exit code 1")
    .option("--stdin-filename <name>", "name and format of standard input")
    .option("--fix", "apply the safe fixes, and report what is left")
    .option("--unsafe-fixes", "with --fix or --diff: the other fixes too")
    .option("--diff", "show the fixes and write nothing")
    .option("--no-ignores", "report what comments in the files suppress, too")
    .action(async (files, flags) => {
      const { runLint } = await import("./lint.js");
      done(await runLint(terminal, files, flags));
    });
}

function addShow({ command, terminal, done }: Setting): void {
  layered(command("show"))
    .description("print the configuration in effect, secrets hidden, nothing executed")
    .argument("[path]", 'part of it: models["acme/big"].class, or a JSON Pointer')
    .addOption(new Option("--format <format>", "how to print").choices(["yaml", "json"]).default("yaml"))
    .option("--origin", "say beside every value where it comes from")
    .option("--defaults", "print defaults too")
    .addOption(new Option("--layer <layer>", "one layer alone").choices(["global", "project"]))
    .action(async (path, flags) => {
      const { runShow } = await import("./show.js");
      done(await runShow(terminal, path, flags));
    });
}

function addGet({ command, terminal, done }: Setting): void {
  layered(command("get"))
    .description("print one value in effect, defaults included")
    .argument("<path>", 'models["acme/big"].class, or a JSON Pointer')
    .addOption(
      new Option("--format <format>", "strings bare, or everything as JSON").choices(["text", "json"]).default("text"),
    )
    .action(async (path, flags) => {
      const { runGet } = await import("./get.js");
      done(await runGet(terminal, path, flags));
    });
}

function addSet({ command, terminal, done }: Setting): void {
  layerChoosing(command("set"))
    .description("write one value into a file; comments and style stay")
    .argument("<path>", 'models["acme/big"].class, or a JSON Pointer')
    .argument("<value>", "a text, or YAML or JSON where something else belongs")
    .action(async (path, value, flags) => {
      const { runSet } = await import("./set.js");
      done(await runSet(terminal, path, value, flags));
    });
}

function addUnset({ command, terminal, done }: Setting): void {
  layerChoosing(command("unset"))
    .description("take one value out of a file; comments and style stay")
    .argument("<path>", 'models["acme/big"].class, or a JSON Pointer')
    .action(async (path, flags) => {
      const { runSet } = await import("./set.js");
      done(await runSet(terminal, path, undefined, flags));
    });
}

/** The options of commands that change one file. */
function layerChoosing(command: Command): Command {
  return command
    .option("--global", "in the global file")
    .option("--project", "in the project's file")
    .option("--file <file>", "in this file instead of the one that is found")
    .option("--catalog <file>", "models and providers that the agent knows by itself")
    .addOption(new Option("--color <when>", "use colour").choices(["auto", "always", "never"]).default("auto"))
    .addHelpText("after", WHERE);
}

function addExplain({ command, terminal, done }: Setting): void {
  layered(command("explain"))
    .description("tell the whole story of one value, or what a rule is about")
    .argument("<path or rule>", 'models["acme/big"].class, a JSON Pointer, or schema/unknown-key')
    .addOption(new Option("--format <format>", "how to print").choices(["text", "json"]).default("text"))
    .action(async (subject, flags) => {
      const { runExplain } = await import("./explain.js");
      done(await runExplain(terminal, subject, flags));
    });
}

function addModels({ command, terminal, done }: Setting): void {
  layered(command("models"))
    .description("list the configured models as they will behave")
    .addOption(new Option("--format <format>", "how to print").choices(["text", "json"]).default("text"))
    .option("--origin", "say where each fact comes from, or why it is not known")
    .action(async (flags) => {
      const { runModels } = await import("./models.js");
      done(await runModels(terminal, flags));
    });
}

function addPlan({ command, terminal, done }: Setting): void {
  layered(command("plan"))
    .description("list every variable and command that loading would touch; runs nothing")
    .addOption(new Option("--format <format>", "how to print").choices(["text", "json"]).default("text"))
    .action(async (flags) => {
      const { runPlan } = await import("./plan.js");
      done(await runPlan(terminal, flags));
    });
}

function addUpgrade({ command, terminal, done }: Setting): void {
  layered(command("upgrade"))
    .description("bring files to the current version of the format")
    .option("--check", "exit with 1 when something has to change")
    .option("--diff", "show what has to change")
    .option("--write", "change the files")
    .action(async (flags) => {
      const { runUpgrade } = await import("./upgrade.js");
      done(await runUpgrade(terminal, flags));
    });
}

function addSchema({ command, terminal, done }: Setting): void {
  command("schema")
    .description("print the JSON Schema of the configuration")
    .addOption(new Option("--draft <draft>", "dialect of JSON Schema").choices(["2020-12", "07"]).default("2020-12"))
    .action(async (flags) => {
      const { runSchema } = await import("./schema.js");
      done(await runSchema(terminal, flags.draft));
    });
}

function addRules({ command, terminal, done }: Setting): void {
  command("rules")
    .description("list the rules")
    .addOption(new Option("--format <format>", "how to list").choices(["pretty", "json"]).default("pretty"))
    .action(async (flags) => {
      const { runRules } = await import("./rules.js");
      done(await runRules(terminal, flags.format));
    });
}

const WHERE = `
The global layer is config.yaml (or .yml, .json, .jsonc) in $XDG_CONFIG_HOME/agent, or in ~/.config/agent.
The project layer is in the nearest .agent directory, from here up to the root of the repository.`;

/** The options of every command that reads configurations. */
function layered(command: Command): Command {
  return command
    .option("--global <file>", "the global file, instead of the one that is found")
    .option("--no-global", "without the global layer")
    .option("--project <path>", "the project's file or directory, instead of the one that is found")
    .option("--no-project", "without the project layer")
    .option("--catalog <file>", "models and providers that the agent knows by itself")
    .addHelpText("after", WHERE);
}

/** Says where the program failed and not on what: the message of an exception may quote a configuration. */
async function internalError(terminal: Terminal, error: unknown): Promise<number> {
  const { name, stack = "" } = error instanceof Error ? error : new Error();
  const frames = stack.split("\n").filter((line) => /^\s+at /.test(line));
  await print(terminal.stderr, `agentcfg: internal error (${name}); please report it\n${frames.join("\n")}\n`);
  return USAGE_OR_INTERNAL_ERROR;
}
