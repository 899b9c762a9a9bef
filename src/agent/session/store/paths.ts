/** The paths of sessions (P-S1, P-S2). This file does not touch the disk. */

/** Whether a text may name a session (P-S1). Paths are made of such texts alone. */
export function isSessionId(text: string): boolean {
  return /^[a-z0-9][a-z0-9-]{0,63}$/.test(text);
}

/** Whether a path begins at a root. */
export function isAbsolute(path: string): boolean {
  return /^(?:\/|[A-Za-z]:[\\/])/.test(path);
}

type Join = (...parts: readonly string[]) => string;

/** The sources of the state directory. */
export interface StatePlaces {
  /** `--state-dir`. */
  readonly option?: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Undefined for a user without a home directory. */
  readonly home: string | undefined;
  readonly join: Join;
}

/**
 * The first of `--state-dir`, `AGENT_STATE_DIR`, `$XDG_STATE_HOME/agent` and `~/.local/state/agent` (P-S2); undefined without any of them. An
 * empty variable counts as unset; `XDG_STATE_HOME`, as its specification demands, and the home directory count only as absolute paths.
 */
export function stateDirectory({ option, env, home, join }: StatePlaces): string | undefined {
  const own = env["AGENT_STATE_DIR"];
  const xdg = env["XDG_STATE_HOME"];
  if (option !== undefined && option !== "") return option;
  if (own !== undefined && own !== "") return own;
  if (xdg !== undefined && isAbsolute(xdg)) return join(xdg, "agent");
  return home !== undefined && isAbsolute(home) ? join(home, ".local", "state", "agent") : undefined;
}

/** The directory of all sessions. */
export function sessionsDirectory(join: Join, state: string): string {
  return join(state, "sessions-v1");
}

/** A session in the layout of earlier versions (P-S2). */
export function earlierDirectory(join: Join, state: string, sessionId: string): string {
  return join(state, "sessions", sessionId);
}

/** A file that is there for a moment: the time of the directory tells that something has changed in a folder. */
export function changedMark(join: Join, state: string): string {
  return join(sessionsDirectory(join, state), ".changed");
}

/** The files of one session. */
export interface SessionPaths {
  readonly directory: string;
  readonly session: string;
  readonly credential: string;
  readonly startup: string;
  readonly lock: string;
  readonly log: string;
  readonly attachments: string;
  /** Opaque state of providers (P-S93). */
  readonly opaque: string;
  readonly final: string;
  /** The records of the processes that its daemon has started (P-S96). */
  readonly children: string;
  /** Reports about failed requests to providers (P-S32). */
  readonly autopsies: string;
}

/** The paths of one session. Throws a `RangeError` for an invalid id; callers check `isSessionId` first. */
export function sessionPaths(join: Join, state: string, sessionId: string): SessionPaths {
  if (!isSessionId(sessionId)) throw new RangeError("not the id of a session");
  return new PathsOfSession(join, join(sessionsDirectory(join, state), sessionId));
}

/** Each path is joined when it is used: a list of thousands of sessions uses a few of them. */
class PathsOfSession implements SessionPaths {
  readonly #join: Join;
  readonly directory: string;

  constructor(join: Join, directory: string) {
    [this.#join, this.directory] = [join, directory];
  }

  get session() {
    return this.#join(this.directory, "session.json");
  }
  get credential() {
    return this.#join(this.directory, "credential.json");
  }
  get startup() {
    return this.#join(this.directory, "startup.json");
  }
  get lock() {
    return this.#join(this.directory, "lock");
  }
  get log() {
    return this.#join(this.directory, "log");
  }
  get attachments() {
    return this.#join(this.directory, "attachments");
  }
  get opaque() {
    return this.#join(this.directory, "opaque.jsonl");
  }
  get final() {
    return this.#join(this.directory, "final.json");
  }
  get children() {
    return this.#join(this.directory, "children");
  }
  get autopsies() {
    return this.#join(this.directory, "autopsy");
  }
}
