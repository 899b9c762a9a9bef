/** The one line of JSON that a server prints for its starter, and the messages beside it (P-S6, P-S75). */
import type { FailedState, HubReadyLine, ReadyLine } from "../../../generated/protocol/types.js";
import { EXIT } from "../../../terminal/command.js";
import { print, type Terminal } from "../../../terminal/terminal.js";
import { complain } from "./complain.js";

export function sayLine(terminal: Terminal, line: ReadyLine | HubReadyLine): Promise<void> {
  return print(terminal.stdout, `${JSON.stringify(line)}\n`);
}

/** The start has failed: a message, the line, and the exit code. */
export async function sayFailed(terminal: Terminal, code: string, message: string): Promise<number> {
  await complain(terminal, message);
  await sayLine(terminal, { state: "failed", code, message } satisfies FailedState);
  return EXIT.findings;
}
