/** A table of commands with three levels, which say that they were called. */
import { type Command, command } from "../../src/terminal/command.js";
import type { CommandTable } from "../../src/terminal/program.js";

export const calls: (readonly [name: string, words: readonly string[], flags: unknown])[] = [];

function recorded(name: string, word?: string): Command {
  return command<object>({
    examples: [{ line: `agent ${name}`, describe: "an example" }],
    arguments: word === undefined ? [] : [{ name: word, describe: "a word" }],
    options: [{ flags: "--state-dir <dir>", describe: "where", takes: "file" }],
    run: async (_, words, flags) => {
      calls.push([name, words, flags]);
      return 0;
    },
  });
}

export const TABLE: CommandTable = {
  hub: {
    describe: "watch over the sessions",
    load: async () => recorded("hub"),
    commands: {
      token: {
        describe: "the tokens of the hub",
        commands: {
          create: { describe: "make one", load: async () => recorded("hub token create") },
          revoke: { describe: "end one", load: async () => recorded("hub token revoke", "<id>") },
        },
      },
      watch: { describe: "look at it", load: async () => recorded("hub watch") },
    },
  },
  sessions: { describe: "list them", load: async () => recorded("sessions", "[id]") },
};
