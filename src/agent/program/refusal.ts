/** Messages for a daemon that refuses or cannot be reached. */
import type { Terminal } from "../../terminal/terminal.js";
import { ConnectError } from "../ports/connect.js";
import { DaemonError } from "../wire/client/daemon.js";
import { complain } from "./complain.js";

/** The exit code of `call`; 1 after a message when the daemon refuses or cannot be reached. */
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
