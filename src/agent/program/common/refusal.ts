/** Messages for a daemon that refuses or cannot be reached. */
import type { Terminal } from "../../../terminal/terminal.js";
import { printable } from "../../../text/escape.js";
import { ClientError, DaemonError, NotRunning, Unreachable } from "../../wire/client/index.js";
import { complain } from "./complain.js";

/** The exit code of `call`; 1 after a message when the daemon refuses or cannot be reached. */
export async function called(terminal: Terminal, call: () => Promise<number>): Promise<number> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ClientError)) throw error;
    const isWhole = error instanceof NotRunning || error instanceof Unreachable;
    const reason = error instanceof DaemonError ? error.details?.reason : undefined;
    const why = reason === undefined ? "" : `: ${printable(reason)}`;
    await complain(terminal, isWhole ? error.message : `${error.message}${why} (${error.code})`);
    return 1;
  }
}
