/** `agent continue`: goes on with a stopped session and its history. */
import { command, EXIT, type Option } from "../../../terminal/command.js";
import { complain, misuse } from "../common/complain.js";
import { FACET, WORKING } from "../common/options.js";
import { sessionNamed } from "../start/named.js";
import { daemonStarting } from "../start/running.js";
import { BEGIN, type BeginFlags, beginUnless, meet } from "../talk/begin.js";
import { latestHere } from "../talk/latest.js";

const ITS_OWN =
  "a session works in the directory that it began in: leave out `--working-dir`; `agent new --working-dir` begins one elsewhere";

function ofContinue(option: Option): Option {
  if (option === WORKING) return { ...WORKING, hidden: true };
  return option === FACET
    ? { ...FACET, describe: "the facet that the session works in (default: the session's)" }
    : option;
}

interface ContinueFlags extends BeginFlags {
  readonly resumeTurn?: boolean;
}

const RESUME_TURN: Option = {
  flags: "--resume-turn",
  describe: "ask the model again where a crash has ended the last turn",
};

export const continueCommand = command<ContinueFlags>({
  examples: [
    { line: "agent continue", describe: "go on with the latest session of this directory" },
    { line: "agent continue 20261123-084512-9f3a1c20", describe: "go on where it stopped" },
    {
      line: "agent continue 20261123-084512-9f3a1c20 --no-attach --format json",
      describe: "for another program, also when it runs",
    },
    {
      line: "agent continue 20261123-084512-9f3a1c20 --resume-turn",
      describe: "and with the turn that a crash has ended",
    },
  ],
  arguments: [
    {
      name: "[id]",
      describe:
        "the session, as `agent sessions` lists it, or a part of its name that no other has (default: the latest of this directory)",
    },
  ],
  options: [RESUME_TURN, ...BEGIN.map(ofContinue)],
  more: `
Without a name it takes the session of this directory in which something happened last: on a terminal it asks first, and otherwise standard error says
which one it is. The end of what was said is printed first, on standard error. A session works in the directory that it began in, wherever it is continued from:
its project, its prompts and its commands are those of that directory. Files that options name start here. A session that runs, or that another process is starting, is not started again: with \`--format json\` its address is
printed as if it had been started now, and as text the command names \`agent attach\` and exits with 1; without a name it talks to it.`,
  run: async (terminal, [id], flags) => {
    if (flags.workingDir !== undefined) return misuse(terminal, ITS_OWN);
    const session = id === undefined ? await latestHere(terminal, flags) : await sessionNamed(terminal, id, flags);
    if (session === undefined) return EXIT.findings;
    if (typeof session === "number") return session;
    const { sessionId, file } = session;
    const own = file === undefined ? {} : { workingDir: file.working_directory };
    const isJson = flags.format === "json";
    const begun = session.isRunning
      ? "runs"
      : await beginUnless(terminal, sessionId, { ...flags, ...own, resume: true });
    if (begun !== "runs") return begun;
    if (!isJson && id !== undefined) {
      await complain(terminal, `the session runs; \`agent attach ${sessionId}\` talks to it`);
      return EXIT.findings;
    }
    const found = await daemonStarting(terminal, sessionId, flags);
    if (typeof found === "number") return found;
    await complain(terminal, "the session runs already, with the configuration and the options of its start");
    return meet(terminal, found, flags);
  },
});
