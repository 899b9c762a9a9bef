/** What is said when a daemon refuses, cannot be reached, or says more than is shown. */
import type { Terminal } from "../cli/terminal/terminal.js";
import { DaemonError } from "../client/daemon.js";
import type { HistoryItem } from "../generated/protocol/types.js";
import { ConnectError } from "../ports/connect.js";
import { complain } from "./complain.js";

/** The exit code of calls to a daemon: their own, or 1 after saying why. */
export async function called(terminal: Terminal, call: () => Promise<number>): Promise<number> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof DaemonError) await complain(terminal, `${error.message} (${error.code})`);
    else if (error instanceof ConnectError) await complain(terminal, `the daemon cannot be reached (${error.detail})`);
    else throw error;
    return 1;
  }
}

/** For an answer of which a part is shown. */
export function longAnswer({ elided }: HistoryItem): string {
  const where =
    elided?.artifact_id === undefined ? "" : `; all of it is in attachments/${elided.artifact_id} of the session`;
  return `the answer is longer than what is shown (${elided?.bytes ?? 0} bytes)${where}`;
}
