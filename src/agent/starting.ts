/** Starting the daemon of a session in the background: a fresh credential, a process of its own, and its first line. */
import type { Terminal } from "../cli/terminal/terminal.js";
import { DaemonClient } from "../client/daemon.js";
import type { ReadyLine, ReadyState } from "../generated/protocol/types.js";
import { sleep } from "../ports/clock.js";
import { FileError } from "../ports/files.js";
import { nodeSpawn, self } from "../ports/spawn.js";
import { makeCredential } from "../store/credential.js";
import { sessionPaths } from "../store/paths.js";
import { complain } from "./complain.js";
import { machine, stateOf } from "./machine.js";
import { type StartFlags, wordsOf } from "./options.js";

/** Milliseconds that a daemon has to say that it serves. */
const PATIENCE = 60_000;

export interface StartedSession {
  readonly client: DaemonClient;
  readonly ready: ReadyState;
  readonly credentialFile: string;
}

/** The session, or the exit code; what went wrong has then been said. */
export async function startSession(
  terminal: Terminal,
  sessionId: string,
  flags: StartFlags & { readonly resume: boolean },
): Promise<StartedSession | number> {
  const { host } = terminal;
  const state = stateOf(terminal, flags.stateDir);
  if (state === undefined) return failed(terminal, "there is no home directory: give `--state-dir`");
  const { files, random, clock } = machine;
  const { directory, credential } = sessionPaths(files.join, state, sessionId);
  try {
    await files.makeDirectory(directory);
    const token = await makeCredential(files, random, credential);
    const errors = files.join(directory, "daemon.log");
    const words = [
      ...["daemon", "--credential-file", credential, "--session", sessionId, "--state-dir", state],
      ...(flags.resume ? ["--resume"] : []),
      ...wordsOf(terminal, flags),
    ];
    const spawned = await nodeSpawn({
      ...{ program: self.program, words: [self.script, ...words] },
      ...{ cwd: host.resolve(flags.workingDir ?? "."), env: host.env, errors },
    });
    const waiting = new AbortController();
    const line = await Promise.race([spawned.line, sleep(clock, PATIENCE, waiting.signal).then(() => undefined)]);
    waiting.abort();
    const said = line === undefined ? undefined : (JSON.parse(line) as ReadyLine);
    if (said?.state !== "ready")
      return failed(terminal, `${said?.message ?? "the daemon does not start"}; see ${errors}`);
    const client = new DaemonClient({ url: said.url, token }, machine.connect);
    return { client, ready: said, credentialFile: credential };
  } catch (error) {
    const reason =
      error instanceof FileError ? `${error.path}: ${error.failure}` : error instanceof Error ? error.message : "";
    return failed(terminal, `cannot start a daemon (${reason})`);
  }
}

async function failed(terminal: Terminal, message: string): Promise<number> {
  await complain(terminal, message);
  return 1;
}
