/** Messages of this program, all with the same beginning. */
import { print, type Terminal } from "../../terminal/terminal.js";

/** Prints a message on standard error. */
export function complain(terminal: Pick<Terminal, "stderr">, message: string): Promise<void> {
  return print(terminal.stderr, `agent: ${message}\n`);
}
