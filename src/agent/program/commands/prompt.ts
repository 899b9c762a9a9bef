/** `agent prompt`: sends a prompt to a running session and prints its id; the answer goes to those who follow the session. */

import { command, EXIT } from "../../../terminal/command.js";
import { print } from "../../../terminal/terminal.js";
import { STATE, type StateFlags } from "../common/options.js";
import { called } from "../common/refusal.js";
import { daemonNamed } from "../start/running.js";
import { promptOf } from "../talk/input.js";

interface PromptFlags extends StateFlags {
  readonly model?: string;
}

export const prompt = command<PromptFlags>({
  examples: [{ line: 'agent prompt 20261123-084512-9f3a1c20 "go on"', describe: "and do not wait" }],
  arguments: [
    { name: "<id>", describe: "the session, as `agent sessions` lists it, or a part of its name that no other has" },
    { name: "<text>", describe: "the prompt; - for standard input" },
  ],
  options: [{ flags: "--model <model>", describe: "the model that answers" }, STATE],
  run: async (terminal, [id = "", text = ""], { model, ...flags }) => {
    const found = await daemonNamed(terminal, id, flags);
    if (typeof found === "number") return found;
    const content = await promptOf(terminal, text);
    if (content === undefined) return EXIT.usage;
    return called(terminal, async () => {
      const body = { content, ...(model === undefined ? {} : { model }) };
      const { promptId } = await found.client.prompt(body);
      await print(terminal.stdout, `${promptId}\n`);
      return 0;
    });
  },
});
