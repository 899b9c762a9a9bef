/** `agent cancel`: ends the turn of a session that runs; the session goes on. */
import { command } from "../../../terminal/command.js";
import { DaemonError } from "../../wire/client/index.js";
import { complain } from "../common/complain.js";
import { STATE, type StateFlags } from "../common/options.js";
import { called } from "../common/refusal.js";
import { daemonNamed } from "../start/running.js";

export const cancel = command<StateFlags>({
  examples: [
    { line: "agent cancel 20261123-084512-9f3a1c20", describe: "its text so far stays, and the session goes on" },
  ],
  arguments: [
    { name: "<id>", describe: "the session, as `agent sessions` lists it, or a part of its name that no other has" },
  ],
  options: [STATE],
  more: `
It exits with 0 when the turn is being cancelled, and with 1 when no turn runs.`,
  run: async (terminal, [id = ""], flags) => {
    const found = await daemonNamed(terminal, id, flags);
    if (typeof found === "number") return found;
    return called(terminal, async () => {
      try {
        await found.client.cancel();
        return 0;
      } catch (error) {
        if (!(error instanceof DaemonError && error.code === "turn_not_running")) throw error;
        await complain(terminal, "no turn runs in this session");
        return 1;
      }
    });
  },
});
