/** `agent stop`: ends the daemon of a session, in order. */
import { command } from "../../../terminal/command.js";
import { complain } from "../common/complain.js";
import { machine } from "../common/machine.js";
import { STATE, type StateFlags } from "../common/options.js";
import { called } from "../common/refusal.js";
import { daemonNamed } from "../start/running.js";
import { stopDaemon } from "../start/stopping.js";

export const stop = command<StateFlags>({
  examples: [{ line: "agent stop 20261123-084512-9f3a1c20", describe: "it can be continued later" }],
  arguments: [
    { name: "<id>", describe: "the session, as `agent sessions` lists it, or a part of its name that no other has" },
  ],
  options: [STATE],
  run: async (terminal, [id = ""], flags) => {
    const found = await daemonNamed(terminal, id, flags);
    if (typeof found === "number") return found;
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
