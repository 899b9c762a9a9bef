/** The command line of the agent: the table of commands. A command is loaded when it is called. */
import { type CommandTable, runProgram } from "../terminal/program.js";
import type { AgentTerminal } from "./program/common/machine.js";

export const COMMANDS: CommandTable = {
  exec: {
    describe: "answer one prompt, and stop again",
    load: async () => (await import("./program/commands/exec.js")).exec,
  },
  new: {
    describe: "start a session and talk to it",
    load: async () => (await import("./program/commands/new.js")).newCommand,
  },
  continue: {
    describe: "go on with a session that has stopped",
    load: async () => (await import("./program/commands/continue.js")).continueCommand,
  },
  attach: {
    describe: "talk to a session that runs",
    load: async () => (await import("./program/commands/attach.js")).attach,
  },
  prompt: {
    describe: "send a prompt to a session that runs",
    load: async () => (await import("./program/commands/prompt.js")).prompt,
  },
  cancel: {
    describe: "cancel the turn of a session that runs",
    load: async () => (await import("./program/commands/cancel.js")).cancel,
  },
  stop: {
    describe: "stop a session that runs",
    load: async () => (await import("./program/commands/stop.js")).stop,
  },
  sessions: {
    describe: "list the sessions",
    load: async () => (await import("./program/commands/sessions.js")).sessions,
    commands: {
      finalize: {
        describe: "end a crashed session in order, so that its history can be read",
        load: async () => (await import("./program/commands/sessions-finalize.js")).sessionsFinalize,
      },
      rename: {
        describe: "give a session that runs another title",
        load: async () => (await import("./program/commands/sessions-rename.js")).sessionsRename,
      },
    },
  },
  export: {
    describe: "write the history of a session as Markdown or JSON lines",
    load: async () => (await import("./program/commands/export.js")).exportCommand,
  },
  daemon: {
    describe: "serve one session over HTTP, in the foreground",
    load: async () => (await import("./program/commands/daemon.js")).daemon,
  },
  hub: {
    describe: "serve all sessions over HTTP, in the foreground",
    load: async () => (await import("./program/commands/hub.js")).hub,
    commands: {
      watch: {
        describe: "look at all sessions, those that wait for you first",
        load: async () => (await import("./program/commands/hub-watch.js")).hubWatch,
      },
      token: {
        describe: "tokens for the callers of a hub",
        commands: {
          create: {
            describe: "make a token, and print it once",
            load: async () => (await import("./program/commands/hub-token-create.js")).create,
          },
          list: {
            describe: "list the callers that have a token",
            load: async () => (await import("./program/commands/hub-token-list.js")).list,
          },
          revoke: {
            describe: "refuse a token from now on",
            load: async () => (await import("./program/commands/hub-token-revoke.js")).revoke,
          },
        },
      },
    },
  },
  completion: {
    describe: "print what a shell needs to complete command lines",
    load: async () => (await import("./program/commands/completion.js")).completion,
  },
  print: {
    describe: "print the contract of daemon and hub, for other programs",
    load: async () => (await import("./program/commands/print.js")).printCommand,
  },
};

export const EXAMPLES = [
  { line: 'agent exec "what is in this directory?"', describe: "one prompt, one answer" },
  { line: "agent new", describe: "a session; each line is a prompt" },
  { line: "agent sessions", describe: "list them" },
];

/** Runs one command line, on this machine unless another one is given, and returns the exit code. Everything has been written when it returns. */
export function main(terminal: Omit<AgentTerminal, "host">, host?: AgentTerminal["host"]): Promise<number> {
  const describe = "Runs a coding agent by the configuration that agentcfg checks.";
  return runProgram({ name: "agent", describe, examples: EXAMPLES, commands: COMMANDS }, terminal, host);
}
