/** `agent sessions rename`: gives a session that runs another title (P-S64). */
import { command, EXIT } from "../../../terminal/command.js";
import { DaemonError } from "../../wire/client/index.js";
import { complain } from "../common/complain.js";
import { STATE, type StateFlags } from "../common/options.js";
import { called } from "../common/refusal.js";
import { sessionNamed } from "../start/named.js";
import { daemonOf } from "../start/running.js";

export const sessionsRename = command<StateFlags>({
  examples: [{ line: "agent sessions rename 9f3a1c20 'Move the invoices'", describe: "another title" }],
  arguments: [
    { name: "<id>", describe: "the session, as `agent sessions` lists it, or a part of its name that no other has" },
    { name: "<title>", describe: "its new title: one line, of which 80 characters count" },
  ],
  options: [STATE],
  more: `
Lists, the hub and other clients show the new title at once. A session that does not run keeps its title; \`agent continue\` goes on with it.`,
  run: async (terminal, [id = "", title = ""], flags) => {
    const session = await sessionNamed(terminal, id, flags);
    if (session === undefined) return EXIT.findings;
    const refused = async (message: string): Promise<number> => {
      await complain(terminal, message);
      return EXIT.findings;
    };
    const { sessionId, isRunning } = session;
    if (!isRunning)
      return refused(`a session that does not run keeps its title; \`agent continue ${sessionId}\` goes on with it`);
    const found = await daemonOf(session);
    if (typeof found === "string") return refused(found);
    return called(terminal, async () => {
      try {
        await found.client.rename(title);
        return EXIT.ok;
      } catch (error) {
        if (!(error instanceof DaemonError && error.code === "invalid_request")) throw error;
        return refused("the title has no character that can be shown");
      }
    });
  },
});
