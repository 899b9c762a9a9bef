/** The daemon of a running session. */
import type { Terminal } from "../../../terminal/terminal.js";
import { readCredential } from "../../session/store/credential.js";
import type { ListedSession } from "../../session/store/list.js";
import type { SessionPaths } from "../../session/store/paths.js";
import { readStartup } from "../../session/store/startup.js";
import type { Daemon } from "../../wire/client/index.js";
import { clientOf } from "../common/client.js";
import { complain } from "../common/complain.js";
import { machine } from "../common/machine.js";
import type { StateFlags } from "../common/options.js";
import { addressOf, type SessionAddress } from "./address.js";
import { sessionNamed } from "./named.js";

/** A running session. */
export interface RunningSession {
  readonly client: Daemon;
  readonly paths: SessionPaths;
}

export interface FoundSession extends RunningSession {
  readonly address: SessionAddress;
}

/** The daemon of a session, or the exit code after a message. */
export async function daemonNamed(terminal: Terminal, id: string, flags: StateFlags): Promise<FoundSession | number> {
  const session = await sessionNamed(terminal, id, flags);
  if (session === undefined) return 1;
  const found = await daemonOf(session);
  if (typeof found !== "string") return found;
  await complain(terminal, found);
  return 1;
}

/** The daemon of a session, or the message that says why there is none. */
export async function daemonOf({ sessionId, paths, isRunning, holder }: ListedSession): Promise<FoundSession | string> {
  const startup = await readStartup(machine.files, paths.startup);
  const credential = await readCredential(machine.files, paths.credential);
  if (!isRunning) return `the session does not run; \`agent continue ${sessionId}\` starts it`;
  // Until a daemon that has the lock writes the file, it is that of the run before (P-S6).
  if (startup?.url === undefined || startup.pid !== holder?.pid)
    return "the daemon of the session is starting; try again";
  if (credential.kind === "not-loadable") return `the credential file of the session ${credential.reason}`;
  const { url, pid } = startup;
  return { client: clientOf(paths.directory), paths, address: addressOf(paths, { session_id: sessionId, url, pid }) };
}
