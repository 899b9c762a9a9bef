/** `agent attach`: talks to a session that runs. */
import { command } from "../../terminal/command.js";
import { STATE, type StateFlags } from "../program/options.js";
import { daemonNamed } from "../start/running.js";
import { converse } from "../talk/conversation.js";

export const attach = command<StateFlags>({
  examples: [{ line: "agent attach 20261123-084512-9f3a1c20", describe: "each line is a prompt" }],
  arguments: [{ name: "<id>", describe: "the session, as `agent sessions` lists it" }],
  options: [STATE],
  run: async (terminal, [id = ""], flags) => {
    const found = await daemonNamed(terminal, id, flags);
    return typeof found === "number" ? found : converse(terminal, found);
  },
});
