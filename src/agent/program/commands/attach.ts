/** `agent attach`: talks to a session that runs, or tells its address to another program. */
import { command } from "../../../terminal/command.js";
import { print } from "../../../terminal/terminal.js";
import { AS_USUAL, STATE, type StateFlags } from "../common/options.js";
import { daemonNamed } from "../start/running.js";
import { talk } from "../talk/begin.js";

interface AttachFlags extends StateFlags {
  readonly format: "text" | "json";
}

export const attach = command<AttachFlags>({
  examples: [
    { line: "agent attach 20261123-084512-9f3a1c20", describe: "each line is a prompt, or the answer to a question" },
    { line: "agent attach 20261123-084512-9f3a1c20 --format json", describe: "its address, for another program" },
  ],
  arguments: [
    { name: "<id>", describe: "the session, as `agent sessions` lists it, or a part of its name that no other has" },
  ],
  options: [
    {
      ...{ flags: "--format <format>", describe: "text for a conversation, json for the address of the session alone" },
      ...{ choices: ["text", "json"], default: "text" },
    },
    STATE,
  ],
  more: `
A line with a slash is a command: \`/mcp\` lists tool servers, \`/help\` all commands; a space before it makes it a prompt. On a terminal Esc or Ctrl-C
cancels the turn, Ctrl-C clears a half-typed line, and at an empty prompt Ctrl-C or Ctrl-D leaves, with 130 or 0; the session goes on. Alt-Enter, or
a backslash before Enter, begins a new line. A paste keeps its lines, sends nothing and answers no question. Up and down show earlier prompts, Ctrl-R
searches them, and Tab completes commands, their names, and files behind \`@\`. The usual keys edit: Ctrl-A, E, K, U, W, Y, L, Alt-B, F, D, and Ctrl-_
undoes. Without a terminal an interrupt cancels the turn and exits with 130. The end of what was said is printed first, on standard error. The row
below the prompt has the model, the size of the conversation and the window of the model in tokens, as \`4.7k/16k\`, and what the turn waits for;
\`/compact\` makes the conversation shorter. With \`--format json\` it prints one line, as \`agent new --no-attach --format json\` does, and ends.`,
  run: async (terminal, [id = ""], flags) => {
    const found = await daemonNamed(terminal, id, flags);
    if (typeof found === "number") return found;
    if (flags.format === "text") return talk(terminal, found, { ...AS_USUAL, ...flags });
    await print(terminal.stdout, `${JSON.stringify(found.address)}\n`);
    return 0;
  },
});
