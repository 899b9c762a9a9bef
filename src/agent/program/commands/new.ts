/** `agent new`: a session of its own daemon. */
import { command } from "../../../terminal/command.js";
import { machine } from "../common/machine.js";
import { newSessionId } from "../start/new-session.js";
import { BEGIN, type BeginFlags, begin } from "../talk/begin.js";

export const newCommand = command<BeginFlags>({
  examples: [
    { line: "agent new", describe: "start a session; each line is a prompt" },
    { line: "agent new --no-attach --format json", describe: "for another program" },
  ],
  options: BEGIN,
  more: `
Esc or Ctrl-C cancels the turn, and Ctrl-C or Ctrl-D at an empty prompt leaves: \`agent attach --help\` has all keys.
The daemon goes on when the conversation ends: \`agent attach\` comes back to it, \`agent stop\` ends it, and so does \`--idle-timeout\`. Without these
it never ends by itself.`,
  run: (terminal, _, flags) => begin(terminal, newSessionId(machine), { ...flags, resume: false }),
});
