/** Where sessions are kept (P-S1, P-S2). Nothing here touches the disk. */

/** Says whether a text may name a session (P-S1); of nothing else a path is made. */
export function isSessionId(text: string): boolean {
  return /^[a-z0-9][a-z0-9-]{0,63}$/.test(text);
}

type Join = (...parts: readonly string[]) => string;

/** What the state directory is chosen from. */
export interface StatePlaces {
  /** `--state-dir`. */
  readonly option?: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Undefined where there is none. */
  readonly home: string | undefined;
  readonly join: Join;
}

/**
 * `--state-dir`, else `AGENT_STATE_DIR`, else `$XDG_STATE_HOME/agent`, else `~/.local/state/agent` (P-S2). A variable that is empty is not
 * set, and `XDG_STATE_HOME` counts only as an absolute path, as its specification says.
 * Undefined where none of them is there.
 */
export function stateDirectory({ option, env, home, join }: StatePlaces): string | undefined {
  const own = env["AGENT_STATE_DIR"];
  const xdg = env["XDG_STATE_HOME"];
  if (option !== undefined && option !== "") return option;
  if (own !== undefined && own !== "") return own;
  if (xdg !== undefined && /^(?:\/|[A-Za-z]:[\\/])/.test(xdg)) return join(xdg, "agent");
  return home === undefined ? undefined : join(home, ".local", "state", "agent");
}

/** The directory that all sessions lie in. */
export function sessionsDirectory(join: Join, state: string): string {
  return join(state, "sessions-v1");
}

/** What lies in the directory of one session. */
export interface SessionPaths {
  readonly directory: string;
  readonly session: string;
  readonly credential: string;
  readonly startup: string;
  readonly lock: string;
  readonly log: string;
  readonly attachments: string;
  readonly final: string;
}

/** The places of one session. Throws a `RangeError` for what is no session's id: who asks looks at that first. */
export function sessionPaths(join: Join, state: string, sessionId: string): SessionPaths {
  if (!isSessionId(sessionId)) throw new RangeError("not the id of a session");
  const directory = join(sessionsDirectory(join, state), sessionId);
  return {
    directory,
    session: join(directory, "session.json"),
    credential: join(directory, "credential.json"),
    startup: join(directory, "startup.json"),
    lock: join(directory, "lock"),
    log: join(directory, "log"),
    attachments: join(directory, "attachments"),
    final: join(directory, "final.json"),
  };
}
