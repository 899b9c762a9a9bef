/** The state directory of a command about tokens, and its message when the file of tokens cannot be used. */
import { EXIT } from "../../terminal/command.js";
import type { Terminal } from "../../terminal/terminal.js";
import { printable } from "../../text/escape.js";
import { TokensDamaged } from "../hub/access/tokens.js";
import { FileError } from "../ports/files.js";
import { complain } from "../program/complain.js";
import { stateDirectoryOf } from "../program/machine.js";
import type { StateFlags } from "../program/options.js";

/** Runs a command, and returns its exit code. */
export async function withTokens(
  terminal: Terminal,
  { stateDir }: StateFlags,
  run: (state: string) => Promise<number>,
): Promise<number> {
  const state = stateDirectoryOf(terminal, stateDir);
  if (state === undefined) {
    await complain(terminal, "there is no home directory: give `--state-dir`");
    return EXIT.usage;
  }
  try {
    return await run(state);
  } catch (error) {
    if (!(error instanceof FileError || error instanceof TokensDamaged)) throw error;
    await complain(terminal, printable(error.message));
    return EXIT.findings;
  }
}
