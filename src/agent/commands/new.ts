/** `agent new`: a session of its own daemon. */
import { command } from "../../cli/command.js";
import { BEGIN, type BeginFlags, begin } from "../begin.js";
import { machine } from "../machine.js";
import { newSessionId } from "../new-session.js";

export const newCommand = command<BeginFlags>({
  examples: [
    { line: "agent new", describe: "start a session; each line is a prompt" },
    { line: "agent new --no-attach --format json", describe: "for another program" },
  ],
  options: BEGIN,
  more: `
The daemon goes on when the conversation ends: \`agent attach\` comes back to it, \`agent stop\` ends it.`,
  run: (terminal, _, flags) => begin(terminal, newSessionId(machine), { ...flags, resume: false }),
});
