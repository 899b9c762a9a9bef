/** `agent stop`: ends the daemon of a session, in order. */
import { command, EXIT } from "../../../terminal/command.js";
import type { Terminal } from "../../../terminal/terminal.js";
import { FileError } from "../../machine/interfaces/files.js";
import type { ListedSession } from "../../session/store/list.js";
import { complain } from "../common/complain.js";
import { machine } from "../common/machine.js";
import { STATE, type StateFlags } from "../common/options.js";
import { called } from "../common/refusal.js";
import { sessionNamed } from "../start/named.js";
import { daemonOf } from "../start/running.js";
import { endLeft, stopDaemon } from "../start/stopping.js";

export const stop = command<StateFlags>({
  examples: [{ line: "agent stop 20261123-084512-9f3a1c20", describe: "it can be continued later" }],
  arguments: [
    { name: "<id>", describe: "the session, as `agent sessions` lists it, or a part of its name that no other has" },
  ],
  options: [STATE],
  more: `
A daemon that was killed may have left tool servers and commands: they are ended, and the session can be continued.`,
  run: async (terminal, [id = ""], flags) => {
    const session = await sessionNamed(terminal, id, flags);
    if (session === undefined) return EXIT.findings;
    if (!session.isRunning && !session.isFinalized) return stopCrashed(terminal, session);
    const found = await daemonOf(session);
    if (typeof found === "string") return refused(terminal, found);
    return called(terminal, async () => {
      const { client, paths, address } = found;
      if (!(await stopDaemon(client, paths.lock))) await complain(terminal, "the daemon has not stopped yet");
      else if ((await machine.files.status(paths.final)) !== undefined) return 0;
      else
        await complain(
          terminal,
          `the session could not be finalized, its daemon.log says why; \`agent sessions finalize ${address.session_id}\` tries again`,
        );
      return 1;
    });
  },
});

async function stopCrashed(terminal: Terminal, { sessionId, paths }: ListedSession): Promise<number> {
  try {
    const count = await endLeft(paths);
    if (count === undefined) return await refused(terminal, "another process has this session; try again");
    await complain(terminal, `it was not running; ${sayEnded(count)}; \`agent continue ${sessionId}\` goes on with it`);
    return EXIT.ok;
  } catch (error) {
    if (error instanceof FileError) return refused(terminal, `${error.path}: ${error.failure} (${error.detail})`);
    throw error;
  }
}

function sayEnded(count: number): string {
  return count === 0 ? "it had left no process" : `${count} of its processes ${count === 1 ? "was" : "were"} ended`;
}

async function refused(terminal: Terminal, message: string): Promise<number> {
  await complain(terminal, message);
  return EXIT.findings;
}
