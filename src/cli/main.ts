/** The command line: the table of commands. A command is loaded when it is called. */
import { PROGRAM_EXAMPLES } from "../terminal/help.js";
import { type CommandTable, runProgram } from "../terminal/program.js";
import type { Terminal } from "../terminal/terminal.js";
import type { Host } from "../toolkit/read/host/host.js";

export const COMMANDS: CommandTable = {
  lint: {
    describe: "say what is wrong with the configuration, or with single files",
    load: async () => (await import("./commands/lint.js")).lintCommand,
  },
  init: {
    describe: "begin a configuration with what people change first",
    load: async () => (await import("./commands/init.js")).init,
  },
  show: {
    describe: "print the configuration in effect; hides secrets, runs nothing",
    load: async () => (await import("./commands/show.js")).show,
  },
  get: {
    describe: "print one value in effect, defaults included",
    load: async () => (await import("./commands/get.js")).get,
  },
  set: {
    describe: "write values into a file; comments and style stay",
    load: async () => (await import("./commands/set.js")).set,
  },
  unset: {
    describe: "take values out of a file; comments and style stay",
    load: async () => (await import("./commands/set.js")).unset,
  },
  import: {
    describe: "turn another tool's servers and models into a configuration",
    load: async () => (await import("./commands/import.js")).importCommand,
  },
  explain: {
    describe: "tell what may stand at a place and what does, or about a rule",
    load: async () => (await import("./commands/explain.js")).explain,
  },
  models: {
    describe: "list the models that are configured, as they will behave",
    load: async () => (await import("./commands/models.js")).models,
  },
  plan: {
    describe: "list what loading would read and run; runs nothing",
    load: async () => (await import("./commands/plan.js")).plan,
  },
  review: {
    describe: "say what the project changes about your agent, worst first",
    load: async () => (await import("./commands/review.js")).review,
  },
  trust: {
    describe: "vouch for a project's file as it is, after looking at it",
    load: async () => (await import("./commands/trust.js")).trust,
  },
  doctor: {
    describe: "say what will not work on this machine, and what to do",
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
  rules: {
    describe: "list the rules",
    load: async () => (await import("./commands/rules.js")).rules,
  },
  completion: {
    describe: "print what a shell needs to complete command lines",
    load: async () => (await import("../terminal/completion.js")).completion,
  },
  names: {
    describe: "list the names that may stand in a place, for a shell",
    load: async () => (await import("./commands/names.js")).names,
    hidden: true,
  },
};

/** What this is called by other tools. */
const MEANT = { check: "lint", validate: "lint", fix: "lint --fix" };

/** Runs one command line, on this machine unless another one is given, and returns the exit code. Everything has been written when it returns. */
export function main(terminal: Omit<Terminal, "host">, host?: Host): Promise<number> {
  const describe = "Checks the configuration of coding agents.";
  const table = { name: "agentcfg", describe, examples: PROGRAM_EXAMPLES, commands: COMMANDS, meant: MEANT };
  return runProgram(table, terminal, host);
}
