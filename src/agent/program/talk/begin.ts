/** The common part of `new` and `continue`: start the session, print its address, and talk. */
import { EXIT, type Option } from "../../../terminal/command.js";
import { print, type Terminal } from "../../../terminal/terminal.js";
import type { Daemon } from "../../wire/client/index.js";
import { complain } from "../common/complain.js";
import { machine } from "../common/machine.js";
import { START, type StartFlags } from "../common/options.js";
import { called } from "../common/refusal.js";
import { addressOf } from "../start/address.js";
import { sessionNamed } from "../start/named.js";
import { daemonStarting, type FoundSession } from "../start/running.js";
import { startUnless } from "../start/starting.js";
import { stopDaemon } from "../start/stopping.js";
import { converse, sayLeft } from "./conversation.js";
import { type Typing, typingAt } from "./typing.js";

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
  const code = await beginUnless(terminal, sessionId, flags);
  if (code !== "runs") return code;
  await complain(terminal, "another process has this session");
  return EXIT.findings;
}

/**
 * The same; `runs` where another process has the session or starts it. One that starts it is waited for with `waits`, and where the address is
 * wanted as JSON (P-S88).
 */
export async function beginUnless(
  terminal: Terminal,
  sessionId: string,
  flags: BeginFlags & { readonly resume: boolean; readonly waits?: boolean; readonly resumeTurn?: boolean },
): Promise<number | "runs"> {
  let interrupted: number | undefined;
  const forget = flags.attach
    ? machine.onStopSignal((exitCode) => {
        interrupted ??= exitCode;
      })
    : () => {};
  // The keys from now on belong to the conversation.
  const typing = flags.attach ? typingAt(terminal, machine) : undefined;
  try {
    const started = await startUnless(typing?.screen.terminal ?? terminal, sessionId, {
      ...flags,
      waits: flags.waits === true || flags.format === "json",
    });
    if (typeof started === "number" || started === "runs") return started;
    if (interrupted !== undefined) return await leftBehind(terminal, sessionId, interrupted);
    const session = { ...started, address: addressOf(started.paths, started.ready) };
    const code = await meet(terminal, session, flags, typing);
    if (flags.attach || !terminal.stdout.isLost) return code;
    // Nobody would know of this session.
    const isStopped = await stopDaemon(started.client, started.paths.lock).catch(() => false);
    await complain(terminal, `the session ${sessionId} ${isStopped ? "was stopped again" : "still runs"}`);
    return EXIT.findings;
  } finally {
    typing?.close();
    forget();
  }
}

/**
 * Prints the address of a session that runs, and talks to it unless only the address is wanted. `resumeTurn`: the model is asked again where a crash
 * has ended the last turn (P-S105).
 */
export async function meet(
  terminal: Terminal,
  session: FoundSession,
  flags: BeginFlags & { readonly resumeTurn?: boolean },
  typing?: Typing,
): Promise<number> {
  const { attach, format, resumeTurn = false } = flags;
  const { address, client } = session;
  // Standard output belongs to the conversation.
  const { stdout, stderr } = typing?.screen.terminal ?? terminal;
  const output = attach && format === "text" ? stderr : stdout;
  await print(output, format === "json" ? `${JSON.stringify(address)}\n` : `session ${address.session_id}\n`);
  return called(terminal, async () => {
    const goesOn = resumeTurn && (await wasInterrupted(terminal, client));
    if (attach) return talk(terminal, session, flags, { typing, goesOn });
    if (goesOn) await client.prompt({});
    return 0;
  });
}

/** Talks to a session, and then to those that `/resume` names; one that does not run is started with the same options. */
export async function talk(
  terminal: Terminal,
  session: FoundSession,
  flags: StartFlags,
  beginning: { readonly typing?: Typing | undefined; readonly goesOn?: boolean } = {},
): Promise<number> {
  const { code, next } = await converse(terminal, session, machine, beginning);
  return next === undefined ? code : goOn(terminal, next, flags);
}

async function goOn(
  terminal: Terminal,
  id: string,
  { facet: _, workingDir: __, ...flags }: StartFlags,
): Promise<number> {
  const session = await sessionNamed(terminal, id, flags);
  if (session === undefined) return EXIT.findings;
  const own = session.file === undefined ? {} : { workingDir: session.file.working_directory };
  const begun = session.isRunning
    ? "runs"
    : await beginUnless(terminal, id, { ...flags, ...own, attach: true, format: "text", resume: true });
  if (begun !== "runs") return begun;
  const found = await daemonStarting(terminal, id, flags);
  return typeof found === "number" ? found : talk(terminal, found, flags);
}

async function wasInterrupted(terminal: Terminal, client: Daemon): Promise<boolean> {
  const { last_turn } = await client.sync();
  if (last_turn?.outcome === "interrupted") return true;
  await complain(terminal, "the last turn was not interrupted: there is none to resume");
  return false;
}

async function leftBehind(terminal: Terminal, sessionId: string, exitCode: number): Promise<number> {
  await complain(terminal, sayLeft(sessionId));
  return exitCode;
}
