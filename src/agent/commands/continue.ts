/** `agent continue`: goes on with a stopped session and its history. */
import { command } from "../../terminal/command.js";
import { complain } from "../program/complain.js";
import { sessionNamed } from "../start/running.js";
import { BEGIN, type BeginFlags, begin } from "../talk/begin.js";

export const continueCommand = command<BeginFlags>({
  examples: [{ line: "agent continue 20261123-084512-9f3a1c20", describe: "go on where it stopped" }],
  arguments: [{ name: "<id>", describe: "the session, as `agent sessions` lists it" }],
  options: BEGIN,
  run: async (terminal, [id = ""], flags) => {
    const session = await sessionNamed(terminal, id, flags);
    if (session === undefined) return 1;
    if (!session.isRunning) return begin(terminal, id, { ...flags, resume: true });
    await complain(terminal, `the session runs; \`agent attach ${id}\` talks to it`);
    return 1;
  },
});
