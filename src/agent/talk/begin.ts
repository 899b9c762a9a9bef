/** The common part of `new` and `continue`: start the session, print its address, and talk. */
import { EXIT, type Option } from "../../terminal/command.js";
import { print, type Terminal } from "../../terminal/terminal.js";
import { complain } from "../program/complain.js";
import { START, type StartFlags } from "../program/options.js";
import { addressOf, type SessionAddress } from "../start/address.js";
import type { RunningSession } from "../start/running.js";
import { startSession } from "../start/starting.js";
import { stopDaemon } from "../start/stopping.js";
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
  const code = await meet(terminal, { ...started, address: addressOf(started.paths, started.ready) }, flags);
  if (flags.attach || !terminal.stdout.isLost) return code;
  // Nobody would know of this session.
  const isStopped = await stopDaemon(started.client, started.paths.lock).catch(() => false);
  await complain(terminal, `the session ${sessionId} ${isStopped ? "was stopped again" : "still runs"}`);
  return EXIT.findings;
}

/** Prints the address of a session that runs, and talks to it unless only the address is wanted. */
export async function meet(
  terminal: Terminal,
  session: RunningSession & { readonly address: SessionAddress },
  { attach, format }: Pick<BeginFlags, "attach" | "format">,
): Promise<number> {
  const { address } = session;
  // Standard output belongs to the conversation.
  const output = attach && format === "text" ? terminal.stderr : terminal.stdout;
  await print(output, format === "json" ? `${JSON.stringify(address)}\n` : `session ${address.session_id}\n`);
  return attach ? converse(terminal, session) : 0;
}
