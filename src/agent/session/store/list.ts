/** The sessions of a state directory, by their small files alone. */
import type { Finalized, SessionFile } from "../../../generated/protocol/types.js";
import { FileError, type Files } from "../../machine/interfaces/files.js";
import type { Processes, ProcessIdentity } from "../../machine/interfaces/processes.js";
import { isSessionFile, readJson } from "./check.js";
import { fewAtOnce } from "./few-at-once.js";
import { readFinal } from "./finalize.js";
import { lockHolder } from "./lock.js";
import { isSessionId, type SessionPaths, sessionPaths, sessionsDirectory } from "./paths.js";

export interface ListedSession {
  readonly sessionId: string;
  readonly paths: SessionPaths;
  /** The process that holds its lock, if it may run. */
  readonly holder: ProcessIdentity | undefined;
  /** Whether there is one. */
  readonly isRunning: boolean;
  /** Whether it ended in order (P-S40). */
  readonly isFinalized: boolean;
  /** Undefined for a damaged session. */
  readonly file: SessionFile | undefined;
  /** Its `final.json`, if that can be read and is of this session. */
  readonly final: Finalized | undefined;
  /** Why it counts as damaged, completing "the session is damaged: …". Its log is not checked. */
  readonly damage: string | undefined;
  /** Whether each of its small files was read, or is certainly not there. */
  readonly isSure: boolean;
}

export interface ListHost {
  readonly files: Files;
  readonly processes: Processes;
}

/** All sessions, by id. Never rejects: an unreadable session is listed as damaged, and an unreadable directory has no sessions. */
export function listSessions(host: ListHost, state: string): Promise<readonly ListedSession[]> {
  return eachSession(host, state, async (session) => session);
}

/** What a function makes of each session, by id: of thousands of sessions no more than that stays in memory. Rejects as the function does. */
export async function eachSession<Row>(
  host: ListHost,
  state: string,
  rowOf: (session: ListedSession) => Promise<Row>,
): Promise<readonly Row[]> {
  const { files } = host;
  const names = (await files.list(sessionsDirectory(files.join, state)).catch(() => [])).filter(isSessionId);
  const rows = await fewAtOnce(names, async (sessionId) => {
    const session = await listedSession(host, state, sessionId);
    return session && { row: await rowOf(session) };
  });
  return rows.flatMap((made) => (made === undefined ? [] : [made.row]));
}

/** One session; undefined for a directory in which none has begun. Never rejects. */
export async function listedSession(
  host: ListHost,
  state: string,
  sessionId: string,
): Promise<ListedSession | undefined> {
  const { files } = host;
  const paths = sessionPaths(files.join, state, sessionId);
  const value = await readJson(files, paths.session).catch((error: unknown) => error);
  const isMissing = value instanceof FileError && value.failure === "missing";
  // The session has not begun: its directory holds a credential alone, for example.
  if (isMissing && (await files.list(paths.log).catch(() => [])).length === 0) return undefined;
  // A file among the directories of sessions is none of them.
  if (value instanceof FileError && value.failure === "not-a-file" && (await isFile(files, paths.directory)))
    return undefined;
  const lock = () => lockHolder(host, paths.lock).catch(() => "unreadable" as const);
  // Opening a lock that is not there costs more than reading one. Where the status is unknown, the lock is read.
  const hasLock = (await files.status(paths.lock).catch(() => "unknown")) !== undefined;
  // A daemon that ends writes `final.json` before it removes the lock.
  const early = hasLock ? await lock() : undefined;
  const read = await readFinal(files, paths.final).catch(() => "unreadable" as const);
  // A daemon may have gone on with the session since.
  const held = !hasLock && read === undefined ? await lock() : early;
  const holder = held === "unreadable" ? undefined : held;
  const isRunning = holder !== undefined;
  const own = typeof read === "object" && read.session_id === sessionId ? read : undefined;
  const isSure = held !== "unreadable" && read !== "unreadable" && (!(value instanceof FileError) || isMissing);
  const about = { sessionId, paths, holder, isRunning, isFinalized: own !== undefined, final: own, isSure };
  if (!isSessionFile(value) || value.session_id !== sessionId) {
    const damage = `session.json ${value instanceof FileError ? whyUnread(value) : "is damaged"}`;
    return { ...about, file: undefined, damage };
  }
  // A daemon that goes on with the session removes the file.
  const damage = read === undefined || own !== undefined || isRunning ? undefined : "final.json is damaged";
  return { ...about, file: value, damage };
}

async function isFile(files: Files, path: string): Promise<boolean> {
  const status = await files.status(path).catch(() => undefined);
  return status !== undefined && status.kind !== "directory" && status.kind !== "link";
}

function whyUnread({ failure, detail }: FileError): string {
  switch (failure) {
    case "missing":
      return "is missing";
    case "denied":
      return "may not be read";
    case "not-a-file":
      return "is no regular file";
    default:
      return `cannot be read (${detail})`;
  }
}
