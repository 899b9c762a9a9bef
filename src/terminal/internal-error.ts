/** The message for a failure of the program itself. */
import { EXIT } from "./command.js";
import { print, type Terminal } from "./terminal.js";

/** Prints where the program failed, but not the message of the exception, which may quote a configuration. */
export async function internalError(
  { stderr }: Pick<Terminal, "stderr">,
  error: unknown,
  program = "agentcfg",
): Promise<number> {
  // `bin/agentcfg.cjs` names the missing file.
  if (isIncomplete(error)) throw error;
  const { name, stack = "" } = error instanceof Error ? error : new Error();
  const frames = stack.split("\n").filter((line) => /^\s+at /.test(line));
  await print(stderr, `${program}: internal error (${name}); please report it\n${frames.join("\n")}\n`);
  return EXIT.usage;
}

/** Whether a file of the installation is missing. */
function isIncomplete(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "MODULE_NOT_FOUND";
}
