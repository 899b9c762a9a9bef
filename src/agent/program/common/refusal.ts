/** Messages for a daemon that refuses or cannot be reached. */
import type { Terminal } from "../../../terminal/terminal.js";
import { printable } from "../../../text/escape.js";
import { ClientError, DaemonError, NotRunning, Unreachable } from "../../wire/client/index.js";
import { complain } from "./complain.js";

/**
 * The exit code of `call`; 1 after a message when the daemon refuses or cannot be reached. `isInTurn`: whether a turn runs, as far as is known; a
 * daemon that is gone then has cut it off.
 */
export async function called(
  terminal: Terminal,
  call: () => Promise<number>,
  isInTurn = (): boolean => false,
): Promise<number> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ClientError)) throw error;
    await complain(terminal, isInTurn() ? refusalInTurn(error) : refusalMessage(error));
    return 1;
  }
}

/** The same message during a turn, which a daemon that is gone has cut off. */
export function refusalInTurn(error: ClientError): string {
  return refusalMessage(error) + (error instanceof NotRunning ? ", with `--resume-turn` also its turn" : "");
}

/** What a client says about a call that failed, with the reason and the code of a refusal. */
export function refusalMessage(error: ClientError): string {
  const message = printable(error.message);
  if (error instanceof NotRunning || error instanceof Unreachable) return message;
  const reason = error instanceof DaemonError ? error.details?.reason : undefined;
  return `${message}${reason === undefined ? "" : `: ${printable(reason)}`} (${printable(error.code)})`;
}
