/** Messages of this program, all with the same beginning. */
import { EXIT } from "../../../terminal/command.js";
import { print, type Terminal } from "../../../terminal/terminal.js";

/** Prints a message on standard error. */
export function complain(terminal: Pick<Terminal, "stderr">, message: string): Promise<void> {
  return print(terminal.stderr, `agent: ${message}\n`);
}

/** The same for a command line that cannot be meant; returns the exit code. */
export async function misuse(terminal: Pick<Terminal, "stderr">, message: string): Promise<number> {
  await complain(terminal, message);
  return EXIT.usage;
}
