/** The common part of `new` and `continue`: start the session, print its address, and talk. */
import type { Option } from "../../terminal/command.js";
import { print, type Terminal } from "../../terminal/terminal.js";
import { START, type StartFlags } from "../program/options.js";
import { startSession } from "../start/starting.js";
import { converse } from "./conversation.js";

export interface BeginFlags extends StartFlags {
  readonly attach: boolean;
  readonly format: "text" | "json";
}

export const BEGIN: readonly Option[] = [
  { flags: "--no-attach", describe: "only start it" },
  {
    flags: "--format <format>",
    describe: "how the session is printed",
    choices: ["text", "json"],
    default: "text",
  },
  ...START,
];

export async function begin(
  terminal: Terminal,
  sessionId: string,
  flags: BeginFlags & { readonly resume: boolean },
): Promise<number> {
  const started = await startSession(terminal, sessionId, flags);
  if (typeof started === "number") return started;
  const { ready, paths } = started;
  const { session_id, url, session_dir, pid } = ready;
  const where = { session_id, url, credential_file: paths.credential, session_dir, pid };
  const text = `session ${session_id}\n`;
  // Standard output belongs to the conversation.
  const output = flags.attach && flags.format === "text" ? terminal.stderr : terminal.stdout;
  await print(output, flags.format === "json" ? `${JSON.stringify(where)}\n` : text);
  return flags.attach ? converse(terminal, started) : 0;
}
