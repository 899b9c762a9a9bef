/** Starting the daemon of a session in the background: a fresh credential, a process of its own, and its first line. */
import type { Terminal } from "../cli/terminal/terminal.js";
import { DaemonClient } from "../client/daemon.js";
import type { ReadyLine, ReadyState } from "../generated/protocol/types.js";
import { sleep } from "../ports/clock.js";
import { FileError } from "../ports/files.js";
import { nodeSpawn, self } from "../ports/spawn.js";
import { makeCredential } from "../store/credential.js";
import { lockHolder, takeLock } from "../store/lock.js";
import { type SessionPaths, sessionPaths } from "../store/paths.js";
import { complain } from "./complain.js";
import { machine, stateOf } from "./machine.js";
import { type StartFlags, wordsOf, workingDirectory } from "./options.js";

/** Milliseconds that a daemon has to say that it serves. */
const PATIENCE = 60_000;

export interface StartedSession {
  readonly client: DaemonClient;
  readonly ready: ReadyState;
  readonly paths: SessionPaths;
}

/** Why a session was not started, as a clause for people. */
class StartFailure extends Error {}

/** The session, or the exit code; what went wrong has then been said. */
export async function startSession(
  terminal: Terminal,
  sessionId: string,
  flags: StartFlags & { readonly resume: boolean },
): Promise<StartedSession | number> {
  const state = stateOf(terminal, flags.stateDir);
  if (state === undefined) return failed(terminal, "there is no home directory: give `--state-dir`");
  const paths = sessionPaths(machine.files.join, state, sessionId);
  try {
    await machine.files.makeDirectory(paths.directory);
    return await alone(paths, () => start(terminal, state, paths, sessionId, flags));
  } catch (error) {
    if (error instanceof StartFailure) return failed(terminal, error.message);
    if (error instanceof FileError) return failed(terminal, `cannot start a daemon (${error.path}: ${error.failure})`);
    if (error instanceof Error)
      return failed(terminal, `cannot start a daemon in ${workingDirectory(terminal, flags)} (${error.message})`);
    throw error;
  }
}

/** Of several who start one session at once, the credential of one must not be replaced by that of another. */
async function alone<Result>(paths: SessionPaths, run: () => Promise<Result>): Promise<Result> {
  const lock = await takeLock(machine, machine.files.join(paths.directory, "starting"));
  if (lock === undefined) throw new StartFailure("somebody else is starting the session");
  try {
    if ((await lockHolder(machine, paths.lock)) !== undefined)
      throw new StartFailure("another process has this session");
    return await run();
  } finally {
    await lock.release().catch(() => {});
  }
}

async function start(
  terminal: Terminal,
  state: string,
  paths: SessionPaths,
  sessionId: string,
  flags: StartFlags & { readonly resume: boolean },
): Promise<StartedSession> {
  const { files, random, clock, connect } = machine;
  const token = await makeCredential(files, random, paths.credential);
  const errors = files.join(paths.directory, "daemon.log");
  const words = [
    ...["daemon", "--credential-file", paths.credential, "--session", sessionId, "--state-dir", state],
    ...(flags.resume ? ["--resume"] : []),
    ...wordsOf(terminal, flags),
  ];
  const spawned = await nodeSpawn({
    ...{ program: self.program, words: [self.script, ...words] },
    ...{ cwd: workingDirectory(terminal, flags), env: terminal.host.env, errors },
  });
  const waiting = new AbortController();
  const line = await Promise.race([spawned.line, sleep(clock, PATIENCE, waiting.signal).then(() => undefined)]);
  waiting.abort();
  const said = line === undefined ? undefined : (JSON.parse(line) as ReadyLine);
  if (said?.state !== "ready") throw new StartFailure(`${said?.message ?? "the daemon does not start"}; see ${errors}`);
  return { client: new DaemonClient({ url: said.url, token }, connect), ready: said, paths };
}

async function failed(terminal: Terminal, message: string): Promise<number> {
  await complain(terminal, message);
  return 1;
}
