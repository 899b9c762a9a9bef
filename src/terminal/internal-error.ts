/** The message for a failure of the program itself. */
import { EXIT } from "./command.js";
import { print, type Terminal } from "./terminal.js";

/** The name of the error for a missing file of the installation; `bin/agentcfg.cjs` makes it. */
const INCOMPLETE = "IncompleteInstallation";

/** Prints where the program failed, but not the message of the exception, which may quote a configuration. */
export async function internalError(
  { stderr }: Pick<Terminal, "stderr">,
  error: unknown,
  program = "agentcfg",
): Promise<number> {
  const { name, message, stack = "" } = error instanceof Error ? error : new Error();
  if (name === INCOMPLETE) {
    await print(stderr, `${program}: ${message}\n`);
    return EXIT.usage;
  }
  const frames = stack.split("\n").filter((line) => /^\s+at /.test(line));
  await print(stderr, `${program}: internal error (${name}); please report it\n${frames.join("\n")}\n`);
  return EXIT.usage;
}
