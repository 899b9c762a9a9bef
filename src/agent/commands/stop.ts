/** `agent stop`: ends the daemon of a session, in order. */
import { command } from "../../terminal/command.js";
import { complain } from "../program/complain.js";
import { STATE, type StateFlags } from "../program/options.js";
import { called } from "../program/refusal.js";
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
      if (await stopDaemon(found.client, found.paths.lock)) return 0;
      await complain(terminal, "the daemon has not stopped yet");
      return 1;
    });
  },
});
