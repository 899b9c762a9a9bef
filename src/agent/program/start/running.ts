/** The daemon of a running session. */
import { EXIT } from "../../../terminal/command.js";
import type { Terminal } from "../../../terminal/terminal.js";
import { sleep } from "../../machine/interfaces/clock.js";
import { readCredential } from "../../session/store/credential.js";
import type { ListedSession } from "../../session/store/list.js";
import type { SessionPaths } from "../../session/store/paths.js";
import { credentialPath, readStartup } from "../../session/store/startup.js";
import type { Daemon } from "../../wire/client/index.js";
import { clientOf } from "../common/client.js";
import { complain } from "../common/complain.js";
import { machine } from "../common/machine.js";
import type { StateFlags } from "../common/options.js";
import { addressOf, type SessionAddress } from "./address.js";
import { sessionNamed } from "./named.js";

/** A running session. */
interface RunningSession {
  readonly client: Daemon;
  readonly paths: SessionPaths;
}

export interface FoundSession extends RunningSession {
  readonly address: SessionAddress;
}

/** The daemon of a session, or the exit code after a message. */
export async function daemonNamed(terminal: Terminal, id: string, flags: StateFlags): Promise<FoundSession | number> {
  const session = await sessionNamed(terminal, id, flags);
  if (session === undefined) return EXIT.findings;
  return orMessage(terminal, await daemonOf(session));
}

/** Milliseconds that a daemon has from its lock to its address, and between two looks. */
const PATIENCE = 60_000;
const LOOK = 100;

/** The same of a session that another process has started: a daemon that is still starting is waited for. */
export async function daemonStarting(
  terminal: Terminal,
  id: string,
  flags: StateFlags,
): Promise<FoundSession | number> {
  const until = machine.clock.monotonic() + PATIENCE;
  for (;;) {
    const session = await sessionNamed(terminal, id, flags);
    if (session === undefined) return EXIT.findings;
    const found = await daemonOf(session);
    if (found !== STARTING || machine.clock.monotonic() > until) return orMessage(terminal, found);
    await sleep(machine.clock, LOOK);
  }
}

async function orMessage(terminal: Terminal, found: FoundSession | string): Promise<FoundSession | number> {
  if (typeof found !== "string") return found;
  await complain(terminal, found);
  return EXIT.findings;
}

const STARTING = "the daemon of the session is starting; try again";

/** The daemon of a session, or the message that says why there is none. */
export async function daemonOf({ sessionId, paths, isRunning, holder }: ListedSession): Promise<FoundSession | string> {
  const startup = await readStartup(machine.files, paths.startup);
  if (!isRunning) return `the session does not run; \`agent continue ${sessionId}\` starts it`;
  // Until a daemon that has the lock writes the file, it is that of the run before (P-S6).
  if (startup?.url === undefined || startup.pid !== holder?.pid) return STARTING;
  const credential_file = credentialPath(paths, startup);
  const credential = await readCredential(machine.files, credential_file);
  if (credential.kind === "not-loadable") return `the credential file of the session ${credential.reason}`;
  const { url, pid } = startup;
  const address = { ...addressOf(paths, { session_id: sessionId, url, pid }), credential_file };
  return { client: clientOf(paths.directory), paths, address };
}
