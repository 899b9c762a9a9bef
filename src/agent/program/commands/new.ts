/** `agent new`: a session of its own daemon. */
import { command, EXIT } from "../../../terminal/command.js";
import type { Terminal } from "../../../terminal/terminal.js";
import { printable } from "../../../text/escape.js";
import { isSessionId } from "../../session/store/paths.js";
import { complain, misuse } from "../common/complain.js";
import { machine } from "../common/machine.js";
import { workingDirectory } from "../common/options.js";
import { sessionsOf } from "../start/named.js";
import { newSessionId } from "../start/new-session.js";
import { daemonStarting } from "../start/running.js";
import { BEGIN, type BeginFlags, begin, beginUnless, meet } from "../talk/begin.js";

interface NewFlags extends BeginFlags {
  readonly name?: string;
}

export const newCommand = command<NewFlags>({
  examples: [
    { line: "agent new", describe: "start a session; each line is a prompt" },
    { line: "agent new --no-attach --format json", describe: "for another program" },
    { line: "agent new --name fix-login --no-attach", describe: "once, however often it is called" },
  ],
  options: [
    {
      flags: "--name <name>",
      describe: "name of the session; where one has it, that session answers (default: a new name)",
    },
    ...BEGIN,
  ],
  more: `
Esc or Ctrl-C cancels the turn, and Ctrl-C or Ctrl-D at an empty prompt leaves: \`agent attach --help\` has all keys.
The daemon goes on when the conversation ends: \`agent attach\` comes back to it, \`agent stop\` ends it, and so does \`--idle-timeout\`. Without these
it never ends by itself.`,
  run: (terminal, _, { name, ...flags }) =>
    name === undefined
      ? begin(terminal, newSessionId(machine), { ...flags, resume: false })
      : named(terminal, name, flags),
});

/** The session of a name: a caller that got no answer may ask again, and gets the session that its first call began. */
async function named(terminal: Terminal, name: string, flags: BeginFlags): Promise<number> {
  if (!isSessionId(name))
    return misuse(terminal, "a session's name has up to 64 of a-z, 0-9 and -, and does not begin with -");
  const session = (await sessionsOf(terminal, flags)).find(({ sessionId }) => sessionId === name);
  const own = session?.file === undefined ? {} : { workingDir: session.file.working_directory };
  if (session?.file !== undefined && !(await isMeant(terminal, session.file.working_directory, flags)))
    return EXIT.findings;
  const begun =
    session?.isRunning === true
      ? "runs"
      : await beginUnless(terminal, name, { ...flags, ...own, resume: session !== undefined, waits: true });
  if (begun !== "runs") return begun;
  const found = await daemonStarting(terminal, name, flags);
  return typeof found === "number" ? found : meet(terminal, found, flags);
}

/** Says where the session works, if that is elsewhere than here; false where the command line names another directory. */
async function isMeant(terminal: Terminal, own: string, flags: BeginFlags): Promise<boolean> {
  const directory = workingDirectory(terminal, flags);
  if ((terminal.host.realPath(directory) ?? directory) === own) return true;
  const isAsked = flags.workingDir !== undefined;
  const next = isAsked ? "; another `--name` begins one elsewhere" : "";
  await complain(terminal, `the session of this name works in ${printable(own)}${next}`);
  return !isAsked;
}
