/** The sessions of a state directory, by their small files alone. */
import type { SessionFile } from "../../../generated/protocol/types.js";
import { FileError, type Files } from "../../ports/files.js";
import type { Processes } from "../../ports/processes.js";
import { isSessionFile, readJson } from "./check.js";
import { lockHolder } from "./lock.js";
import { isSessionId, type SessionPaths, sessionPaths, sessionsDirectory } from "./paths.js";

export interface ListedSession {
  readonly sessionId: string;
  readonly paths: SessionPaths;
  /** Whether a process holds its lock. */
  readonly isRunning: boolean;
  /** Whether it ended in order (P-S40). */
  readonly isFinalized: boolean;
  /** Undefined for a damaged session. */
  readonly file: SessionFile | undefined;
  /** Why it counts as damaged, completing "the session is damaged: …". Its log is not checked. */
  readonly damage: string | undefined;
}

export interface ListHost {
  readonly files: Files;
  readonly processes: Processes;
}

/** All sessions, by id. Never rejects: an unreadable session is listed as damaged, and an unreadable directory has no sessions. */
export async function listSessions(host: ListHost, state: string): Promise<readonly ListedSession[]> {
  const { files } = host;
  const names = (await orElse(files.list(sessionsDirectory(files.join, state)), () => [])).filter(isSessionId);
  const listed = await Promise.all(names.map((sessionId) => listedSession(host, state, sessionId)));
  return listed.filter((session) => session !== undefined);
}

async function listedSession(host: ListHost, state: string, sessionId: string): Promise<ListedSession | undefined> {
  const { files } = host;
  const paths = sessionPaths(files.join, state, sessionId);
  const value = await orElse(readJson(files, paths.session), (error) => error);
  const isMissing = value instanceof FileError && value.failure === "missing";
  // The session has not begun: its directory holds a credential alone, for example.
  if (isMissing && (await orElse(files.list(paths.log), () => [])).length === 0) return undefined;
  const isRunning = await orElse(
    lockHolder(host, paths.lock).then((holder) => holder !== undefined),
    () => false,
  );
  const isFinalized = (await orElse(files.status(paths.final), () => undefined)) !== undefined;
  const about = { sessionId, paths, isRunning, isFinalized };
  if (isSessionFile(value) && value.session_id === sessionId) return { ...about, file: value, damage: undefined };
  const damage = value instanceof FileError ? `session.json is ${value.failure}` : "session.json is damaged";
  return { ...about, file: undefined, damage };
}

async function orElse<Value, Other>(value: Promise<Value>, other: (error: unknown) => Other): Promise<Value | Other> {
  try {
    return await value;
  } catch (error) {
    return other(error);
  }
}
