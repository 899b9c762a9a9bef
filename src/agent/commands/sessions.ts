/** `agent sessions`: those that there are. */
import { command, EXIT } from "../../cli/command.js";
import { TEXT_OR_JSON } from "../../cli/options.js";
import { print } from "../../cli/terminal/terminal.js";
import type { ListedSession } from "../../store/list.js";
import { escapedInQuotes, printable } from "../../text/escape.js";
import { STATE, type StateFlags } from "../options.js";
import { sessionsOf } from "../running.js";

interface SessionsFlags extends StateFlags {
  readonly format: "text" | "json";
}

export const sessions = command<SessionsFlags>({
  examples: [{ line: "agent sessions", describe: "oldest first" }],
  options: [TEXT_OR_JSON, STATE],
  run: async (terminal, _, flags) => {
    const all = (await sessionsOf(terminal, flags)).map(rowOf);
    const text = all.map(({ session_id, state, working_directory }) =>
      printable(`${session_id}  ${state.padEnd(9)}  ${working_directory ?? ""}`.trimEnd()),
    );
    const said = flags.format === "json" ? [escapedInQuotes(JSON.stringify({ version: 1, sessions: all }))] : text;
    await print(terminal.stdout, said.map((line) => `${line}\n`).join(""));
    if (flags.format === "text" && all.length === 0) await print(terminal.stderr, "there are no sessions\n");
    return EXIT.ok;
  },
});

/** `stopped`: in order. `crashed`: its daemon is gone, and has not ended it. */
function rowOf({ sessionId, isRunning, isFinalized, file, damage, paths }: ListedSession) {
  const state = damage !== undefined ? "damaged" : isRunning ? "running" : isFinalized ? "stopped" : "crashed";
  return {
    session_id: sessionId,
    state,
    created_at: file?.created_at,
    working_directory: file?.working_directory,
    session_dir: paths.directory,
  };
}
