/** The command line: the table of commands. A command is loaded when it is called. */
import { PROGRAM_EXAMPLES } from "../terminal/help.js";
import { type CommandTable, runProgram } from "../terminal/program.js";
import type { Terminal } from "../terminal/terminal.js";
import type { WritingHost } from "../toolkit/read/host/host.js";

export const COMMANDS: CommandTable = {
  lint: {
    describe: "report mistakes in the configuration, or in single files",
    load: async () => (await import("./commands/lint.js")).lintCommand,
  },
  init: {
    describe: "write a first configuration",
    load: async () => (await import("./commands/init.js")).init,
  },
  show: {
    describe: "print the configuration in effect; hides secrets, runs nothing",
    load: async () => (await import("./commands/show.js")).show,
  },
  inspect: {
    describe: "show what is in effect and why, as one page with `--html`",
    load: async () => (await import("./commands/inspect.js")).inspect,
  },
  get: {
    describe: "print one value in effect, defaults included",
    load: async () => (await import("./commands/get.js")).get,
  },
  set: {
    describe: "set values in a file; comments and style stay",
    load: async () => (await import("./commands/set.js")).set,
  },
  unset: {
    describe: "remove values from a file; comments and style stay",
    load: async () => (await import("./commands/set.js")).unset,
  },
  import: {
    describe: "convert another tool's servers and models to a configuration",
    load: async () => (await import("./commands/import.js")).importCommand,
  },
  explain: {
    describe: "explain a key, its value and its origin, or a rule",
    load: async () => (await import("./commands/explain.js")).explain,
  },
  models: {
    describe: "list the configured models with their limits",
    load: async () => (await import("./commands/models.js")).models,
  },
  plan: {
    describe: "list variables and commands that loading uses; runs nothing",
    load: async () => (await import("./commands/plan.js")).plan,
  },
  review: {
    describe: "list what the project changes about your agent, worst first",
    load: async () => (await import("./commands/review.js")).review,
  },
  trust: {
    describe: "show a project's file and vouch for exactly these bytes",
    load: async () => (await import("./commands/trust.js")).trust,
  },
  doctor: {
    describe: "report what will not work on this machine, and what to do",
    load: async () => (await import("./commands/doctor.js")).doctor,
  },
  upgrade: {
    describe: "bring files to the current version of the format",
    load: async () => (await import("./commands/upgrade.js")).upgrade,
  },
  schema: {
    describe: "print the JSON Schema of the configuration",
    load: async () => (await import("./commands/schema.js")).schema,
  },
  lsp: {
    describe: "serve an editor: findings, hover, completion, rename",
    load: async () => (await import("./commands/lsp.js")).lsp,
  },
  rules: {
    describe: "list the rules",
    load: async () => (await import("./commands/rules.js")).rules,
  },
  completion: {
    describe: "print the completion script of a shell",
    load: async () => (await import("../terminal/completion.js")).completion,
  },
  names: {
    describe: "list completions, for the script of a shell",
    load: async () => (await import("./commands/names.js")).names,
    hidden: true,
  },
};

/** Names of these commands in other tools. */
const MEANT = { check: "lint", validate: "lint", fix: "lint --fix" };

/** Runs one command line, on this machine unless another one is given, and returns the exit code. All output is written by then. */
export function main(terminal: Omit<Terminal, "host">, host?: WritingHost): Promise<number> {
  const describe = "Checks the configuration of coding agents.";
  const table = { name: "agentcfg", describe, examples: PROGRAM_EXAMPLES, commands: COMMANDS, meant: MEANT };
  return runProgram(table, terminal, host);
}
