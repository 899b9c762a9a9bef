/** What is said where the program itself fails. */
import { EXIT } from "./command.js";
import { print, type Terminal } from "./terminal.js";

/** Says where the program failed and not on what: the message of an exception may quote a configuration. */
export async function internalError(
  { stderr }: Pick<Terminal, "stderr">,
  error: unknown,
  program = "agentcfg",
): Promise<number> {
  const { name, stack = "" } = error instanceof Error ? error : new Error();
  const frames = stack.split("\n").filter((line) => /^\s+at /.test(line));
  await print(stderr, `${program}: internal error (${name}); please report it\n${frames.join("\n")}\n`);
  return EXIT.usage;
}
