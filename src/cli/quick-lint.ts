/** `agentcfg lint` with its usual options, in a small bundle of its own that loads faster than the whole program. */

import { readArguments } from "../terminal/arguments.js";
import { internalError } from "../terminal/internal-error.js";
import { type Terminal, terminalWith } from "../terminal/terminal.js";
import { hasSettings } from "../toolkit/judge/selection/settings-file.js";
import { ownHost } from "../toolkit/read/host/own.js";
import { lintCommand } from "./commands/lint.js";
import { PARTS } from "./lint/parts.js";
import { isRunByAgent } from "./lint/reporting/agents.js";

/** Options that need the whole program. */
const DETOURS = PARTS.flatMap(({ options }) => options);

/** The exit code; undefined when the whole program has to run, and then nothing has been done. */
export async function quickLint(terminal: Omit<Terminal, "host">): Promise<number | undefined> {
  const [, , name, ...words] = terminal.argv;
  const given = name === "lint" ? readArguments(lintCommand, words) : undefined;
  if (given === undefined || DETOURS.some((flag) => given.flags[flag] !== undefined)) return undefined;
  const host = ownHost();
  if (given.flags["settings"] === true && hasSettings(host)) return undefined;
  try {
    const whole = terminalWith(terminal, { host });
    if (given.flags["format"] === undefined && isRunByAgent(whole)) return undefined;
    return await lintCommand.run(whole, given.words, { ...given.flags, settings: false });
  } catch (error) {
    return internalError(terminal, error);
  }
}
