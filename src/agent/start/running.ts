/** The sessions of a user, and the daemon of a running one. */
import type { Terminal } from "../../terminal/terminal.js";
import { suggest } from "../../text/suggest.js";
import { clientOf } from "../program/client.js";
import { complain } from "../program/complain.js";
import { machine, stateDirectoryOf } from "../program/machine.js";
import type { StateFlags } from "../program/options.js";
import { readCredential } from "../run/store/credential.js";
import { type ListedSession, listSessions } from "../run/store/list.js";
import { isSessionId, type SessionPaths } from "../run/store/paths.js";
import type { Daemon } from "../wire/client/index.js";

export async function sessionsOf(terminal: Terminal, { stateDir }: StateFlags): Promise<readonly ListedSession[]> {
  const state = stateDirectoryOf(terminal, stateDir);
  return state === undefined ? [] : listSessions({ files: machine.files, processes: machine.processes }, state);
}

/** The session of a name; undefined after a message when it does not exist. */
export async function sessionNamed(
  terminal: Terminal,
  id: string,
  flags: StateFlags,
): Promise<ListedSession | undefined> {
  const sessions = await sessionsOf(terminal, flags);
  const found = sessions.find(({ sessionId }) => sessionId === id);
  if (found !== undefined) return found;
  const [close] = isSessionId(id)
    ? suggest(
        id,
        sessions.map(({ sessionId }) => sessionId),
      )
    : [];
  const meant = close === undefined ? "" : ` (did you mean ${close}?)`;
  await complain(terminal, `there is no session of this name${meant}; \`agent sessions\` lists them`);
  return undefined;
}

/** A running session. */
export interface RunningSession {
  readonly client: Daemon;
  readonly paths: SessionPaths;
}

/** The daemon of a session, or the exit code after a message. */
export async function daemonNamed(terminal: Terminal, id: string, flags: StateFlags): Promise<RunningSession | number> {
  const session = await sessionNamed(terminal, id, flags);
  if (session === undefined) return 1;
  const { paths, isRunning } = session;
  if (!isRunning) {
    await complain(terminal, `the session does not run; \`agent continue ${session.sessionId}\` starts it`);
    return 1;
  }
  const credential = await readCredential(machine.files, paths.credential);
  if (credential.kind === "not-loadable") {
    await complain(terminal, `the credential file of the session ${credential.reason}`);
    return 1;
  }
  return { client: clientOf(paths.directory), paths };
}
