/** `agent stop`: ends the daemon of a session, in order. */
import { command } from "../../cli/command.js";
import { sleep } from "../../ports/clock.js";
import { complain } from "../complain.js";
import { machine } from "../machine.js";
import { STATE, type StateFlags } from "../options.js";
import { called } from "../refusal.js";
import { daemonNamed, sessionNamed } from "../running.js";

/** Milliseconds that a daemon has to stop, and between two looks. */
const PATIENCE = 10_000;
const INTERVAL = 50;

export const stop = command<StateFlags>({
  examples: [{ line: "agent stop 20261123-084512-9f3a1c20", describe: "it can be continued later" }],
  arguments: [{ name: "<id>", describe: "the session, as `agent sessions` lists it" }],
  options: [STATE],
  run: async (terminal, [id = ""], flags) => {
    const client = await daemonNamed(terminal, id, flags);
    if (typeof client === "number") return client;
    const code = await called(terminal, async () => {
      await client.call("terminate", { body: {} });
    });
    if (code !== 0) return code;
    for (let waited = 0; waited < PATIENCE; waited += INTERVAL) {
      if ((await sessionNamed(terminal, id, flags))?.isRunning !== true) return 0;
      await sleep(machine.clock, INTERVAL);
    }
    await complain(terminal, "the daemon has not stopped yet");
    return 1;
  },
});
