/** One beginning for every message of this program. */
import { print, type Terminal } from "../../terminal/terminal.js";

/** Says on standard error what went wrong. */
export function complain(terminal: Pick<Terminal, "stderr">, message: string): Promise<void> {
  return print(terminal.stderr, `agent: ${message}\n`);
}
