/** Starting the daemon of a session in the background: a fresh credential, a process of its own, and its first line. */
import type { ReadyLine, ReadyState } from "../../../generated/protocol/types.js";
import { isReadyLine } from "../../../generated/protocol/validators.js";
import { EXIT } from "../../../terminal/command.js";
import { print, type Terminal } from "../../../terminal/terminal.js";
import { printable } from "../../../text/escape.js";
import { sleep } from "../../machine/interfaces/clock.js";
import { FileError, type Files } from "../../machine/interfaces/files.js";
import type { Spawned } from "../../machine/node/spawn.js";
import { parsed } from "../../session/store/check.js";
import { makeCredential } from "../../session/store/credential.js";
import { type Lock, lockHolder, takeLock } from "../../session/store/lock.js";
import { type SessionPaths, sessionPaths } from "../../session/store/paths.js";
import type { Daemon } from "../../wire/client/index.js";
import { clientOf } from "../common/client.js";
import { complain } from "../common/complain.js";
import { type AgentTerminal, machine, stateDirectoryOf } from "../common/machine.js";
import { runRules, type StartFlags, timeoutsOf, wordsOf, workingDirectory } from "../common/options.js";
import { complainOfPath, notePath } from "../common/search-path.js";
import { sayOfStart } from "./withheld.js";

export interface StartedSession {
  readonly client: Daemon;
  readonly ready: ReadyState;
  readonly paths: SessionPaths;
}

/** A session that is resumed has its own working directory (P-S98): `workingDir` is that one. */
type Flags = StartFlags & { readonly resume: boolean; readonly isExec?: boolean };

/** Why a session was not started, as a clause for people, and the exit code of that. */
class StartFailure extends Error {
  readonly exitCode: number;
  /** The log of the daemon, for people; it ends with the message. */
  readonly text: string;

  constructor(message: string, exitCode = 1, text = "") {
    super(message);
    this.exitCode = exitCode;
    this.text = text;
  }
}

/** The session, or the exit code after a message; the folder of a session that never began is removed (P-S59). */
export async function startSession(
  terminal: Terminal,
  sessionId: string,
  flags: Flags,
): Promise<StartedSession | number> {
  const started = await startUnless(terminal, sessionId, flags);
  return started === "runs" ? failed(terminal, HELD) : started;
}

const HELD = "another process has this session";

/** The same; `runs` where another process has the session. With `waits` another one that is starting it is waited for (P-S88). */
export async function startUnless(
  terminal: Terminal,
  sessionId: string,
  flags: Flags & { readonly waits?: boolean },
): Promise<StartedSession | number | "runs"> {
  const timeouts = timeoutsOf(flags);
  if (typeof timeouts === "string") return failed(terminal, timeouts, EXIT.usage);
  const rules = runRules(flags.allow);
  if (typeof rules === "string") return failed(terminal, rules, EXIT.usage);
  const state = stateDirectoryOf(terminal, flags.stateDir);
  if (state === undefined) return failed(terminal, "there is no home directory: give `--state-dir`");
  const paths = sessionPaths(machine.files.join, state, sessionId);
  const ending = new AbortController();
  let interrupted: number | undefined;
  const forget = machine.onStopSignal((exitCode) => {
    interrupted ??= exitCode;
    ending.abort();
  });
  try {
    const run = () => start(terminal, state, paths, sessionId, flags, ending.signal);
    const started = await alone(paths, run, flags.waits === true ? ending.signal : undefined);
    if (started === "runs") return started;
    await sayOfStart(terminal, started.ready, flags);
    return started;
  } catch (error) {
    return interrupted ?? (await explained(terminal, error, flags));
  } finally {
    forget();
  }
}

/** Prints the reason of a failure; returns the exit code. */
async function explained(terminal: Terminal, error: unknown, flags: Flags): Promise<number> {
  if (error instanceof StartFailure) {
    await print(terminal.stderr, error.text);
    return error.text === "" ? failed(terminal, error.message, error.exitCode) : error.exitCode;
  }
  if (error instanceof FileError) {
    const other = "`--state-dir` or AGENT_STATE_DIR names another place for sessions";
    return failed(terminal, `cannot start a daemon (${printable(error.path)}: ${error.failure}); ${other}`);
  }
  if (error instanceof Error) {
    const directory = printable(workingDirectory(terminal, flags));
    const reason = REASONS[error.message] ?? error.message;
    return failed(terminal, `cannot start a daemon in ${directory} (${reason})`);
  }
  throw error;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such directory",
  ENOTDIR: "that is not a directory",
  EACCES: "you may not enter it",
};

/** Milliseconds between two looks at what another starter does. */
const LOOK = 100;

/**
 * Runs under a lock: of several starters of one session, one must not replace the credential of another, nor remove its folder. With a signal it
 * waits until the other one is done, or the signal aborts; then the session runs, or its start has failed and this one is next.
 */
async function alone<Result>(
  paths: SessionPaths,
  run: () => Promise<Result>,
  waiting: AbortSignal | undefined,
): Promise<Result | "runs"> {
  let lock = await takeStarting(paths.directory);
  while (lock === undefined && waiting !== undefined && !waiting.aborted) {
    await sleep(machine.clock, LOOK, waiting);
    lock = await takeStarting(paths.directory);
  }
  if (lock === undefined) throw new StartFailure("another process is starting the session");
  try {
    if ((await lockHolder(machine, paths.lock)) !== undefined) return "runs";
    const isFresh = (await machine.files.list(paths.directory)).every((name) => name.startsWith(STARTING));
    try {
      return await run();
    } catch (error) {
      if (isFresh) await machine.removeTree(paths.directory).catch(() => {});
      throw error;
    }
  } finally {
    await lock.release().catch(() => {});
  }
}

const STARTING = "starting";

/** Attempts to take a lock in a folder that another starter removes, because its start has failed. */
const ROUNDS = 16;

/** The lock of a starter, in a folder that is there from then on; undefined while another one has it. */
async function takeStarting(directory: string): Promise<Lock | undefined> {
  for (let round = 1; ; round += 1) {
    await machine.files.makeDirectory(directory);
    try {
      return await takeLock(machine, machine.files.join(directory, STARTING));
    } catch (error) {
      if (!(error instanceof FileError && error.failure === "missing") || round === ROUNDS) throw error;
    }
  }
}

async function start(
  terminal: AgentTerminal,
  state: string,
  paths: SessionPaths,
  sessionId: string,
  flags: Flags,
  signal: AbortSignal,
): Promise<StartedSession> {
  const { files, random, interpreter } = machine;
  const { spawn = machine.spawn } = terminal;
  const [, script = ""] = terminal.argv;
  await makeCredential(files, random, paths.credential);
  const errors = files.join(paths.directory, "daemon.log");
  await complainOfPath(terminal);
  await notePath(terminal, errors);
  const isExec = flags.isExec === true;
  const before = (await files.status(errors))?.size ?? 0;
  const words = [
    ...["daemon", "--credential-file", paths.credential, "--session", sessionId, "--state-dir", state],
    ...(flags.resume ? ["--resume"] : []),
    ...(isExec ? ["--exec", "--until-input-ends"] : []),
    ...wordsOf(terminal, flags),
  ];
  const child = await spawn({
    ...{ program: interpreter, words: [script, ...words] },
    // The daemon looks itself whether the directory of an earlier session is still there.
    ...{ cwd: flags.resume ? paths.directory : workingDirectory(terminal, flags), env: terminal.host.env, errors },
    ...(isExec ? { input: "held" as const } : {}),
  });
  const said = await firstLine(child, signal);
  if (said?.state !== "ready" || signal.aborted) {
    const code = await ended(child, said?.state !== "failed");
    const text = await textAfter(files, errors, before);
    throw new StartFailure(said?.state === "failed" ? said.message : "the daemon does not start", code || 1, text);
  }
  child.release();
  return { client: clientOf(paths.directory), ready: said, paths };
}

async function failed(terminal: Terminal, message: string, exitCode = 1): Promise<number> {
  await complain(terminal, message);
  return exitCode;
}

/** Milliseconds for a daemon to print its first line, and to end after a signal. */
const PATIENCE = 60_000;
const GRACE = 2000;

/** Its first line; undefined when the line is not as it should be, when it ends without one or takes too long, or when `signal` aborts. */
async function firstLine({ line }: Spawned, signal: AbortSignal): Promise<ReadyLine | undefined> {
  const waiting = new AbortController();
  const tooLong = sleep(machine.clock, PATIENCE, AbortSignal.any([waiting.signal, signal])).then(() => undefined);
  const text = await Promise.race([line, tooLong]);
  waiting.abort();
  const said = text === undefined ? undefined : parsed(Buffer.from(text));
  return isReadyLine(said) ? said : undefined;
}

/** Waits for its end and returns its exit code; undefined after a signal. A daemon that does not end in time is killed. */
async function ended(child: Spawned, isAsked: boolean): Promise<number | undefined> {
  if (isAsked) child.kill("SIGTERM");
  const waiting = new AbortController();
  const tooLong = sleep(machine.clock, GRACE, waiting.signal).then(() => child.kill("SIGKILL"));
  const code = await child.ended;
  waiting.abort();
  await tooLong;
  return code;
}

/** Most bytes of a log that are shown. */
const LOG_BYTES = 65_536;

/** The text of a log after `offset`; empty when it cannot be read. */
async function textAfter(files: Files, path: string, offset: number): Promise<string> {
  try {
    const file = await files.open(path, "read");
    try {
      return new TextDecoder().decode(await file.readAt(offset, LOG_BYTES));
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof FileError) return "";
    throw error;
  }
}
