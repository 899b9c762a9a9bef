/** Opening a session: look, lock, recover (P-S1, P-S40). The log is changed only after it was found good. */
import type { LogEntry, SessionFile } from "../../../generated/protocol/types.js";
import type { Clock } from "../../machine/interfaces/clock.js";
import { FileError, replaceFile } from "../../machine/interfaces/files.js";
import { isSessionFile, jsonBytes, readJson } from "./check.js";
import { corrupt, SessionError } from "./failure.js";
import { checkFinal, readFinal } from "./finalize.js";
import { History } from "./history.js";
import { type Lock, type LockHost, takeLock } from "./lock.js";
import type { LogEnd } from "./log.js";
import { OperationsInLog } from "./operations.js";
import { changedMark, type SessionPaths, sessionPaths, sessionsDirectory } from "./paths.js";
import { type LogReading, readLog } from "./recover.js";
import { Segment } from "./segment.js";
import { SessionStore } from "./session.js";
import { readStartup } from "./startup.js";
import type { WorkingDirectory } from "./working-directory.js";

export interface OpenOptions extends LockHost {
  readonly clock: Clock;
  readonly state: string;
  /** A valid id: see `isSessionId`. */
  readonly sessionId: string;
  readonly how: SessionChoice;
  /** Most bytes of a segment of the log; default: the limit of the contract. */
  readonly segmentBytes?: number | undefined;
}

/** `new`: the session must not exist. `resume`: it must exist; a finalized one becomes unfinalized. */
export type SessionChoice = ({ readonly kind: "new" } & WorkingDirectory) | { readonly kind: "resume" };

/** Opens a session. Rejects with a `SessionError`, or with a `FileError` when the disk refuses. */
export async function openSession(options: OpenOptions): Promise<SessionStore> {
  const { files, how } = options;
  const paths = sessionPaths(files.join, options.state, options.sessionId);
  await expectFor(options, paths);
  if (how.kind === "new") await files.makeDirectory(paths.directory);
  const lock = await takeLock(options, paths.lock);
  if (lock === undefined) throw new SessionError("session_locked", "another process has this session");
  try {
    // The session may have changed before the lock was taken.
    await expectFor(options, paths);
    await settle(options, paths);
    await announce(options);
    if (how.kind === "new") return await begin(options, paths, lock, how);
    return await goOn(options, paths, lock);
  } catch (error) {
    await lock.release().catch(() => {});
    throw error;
  }
}

async function expectFor(options: OpenOptions, { session, log }: SessionPaths): Promise<void> {
  const { files, how } = options;
  if (how.kind === "resume") return void (await readSessionFile(options));
  const isThere = (await files.status(session)) !== undefined || (await files.list(log)).length > 0;
  if (isThere) throw new SessionError("session_exists", "a session of this id exists");
}

/** Makes the names durable that a killed process may have left: they are visible before they are on the disk. */
async function settle({ files, state }: OpenOptions, { directory }: SessionPaths): Promise<void> {
  for (const path of [directory, sessionsDirectory(files.join, state), state]) await files.syncDirectory(path);
  // The directory belongs to another user, who may not permit reading.
  await files.syncDirectory(files.join(state, "..")).catch(() => {});
}

/**
 * Changes the time of the directory of all sessions: who watches them need not look at each folder (P-S74). Without that they find it later. Called
 * with the lock.
 */
export async function announce({ files, state }: Pick<OpenOptions, "files" | "state">): Promise<void> {
  const mark = changedMark(files.join, state);
  try {
    // Another process may do the same now; either changes the time.
    await (await files.open(mark, "create")).close();
    await files.remove(mark);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    if (error.failure === "exists") await files.remove(mark).catch(() => {});
  }
}

async function begin(
  options: OpenOptions,
  paths: SessionPaths,
  lock: Lock,
  { workingDirectory, owner }: WorkingDirectory,
): Promise<SessionStore> {
  const { files, clock, segmentBytes, sessionId } = options;
  const file: SessionFile = {
    ...{ version: 1, session_id: sessionId },
    ...{ created_at: new Date(clock.now()).toISOString(), working_directory: workingDirectory },
    ...(owner === undefined ? {} : { working_directory_owner: owner }),
  };
  await files.makeDirectory(paths.log);
  await replaceFile(files, paths.session, jsonBytes(file));
  const end = { entries: 0, closed: [] };
  return new SessionStore({
    ...{ files, clock, paths, file, lock, history: new History(), operations: [] },
    ...{ trimmed: undefined, end, segmentBytes, wasFinal: false },
  });
}

async function goOn(options: OpenOptions, paths: SessionPaths, lock: Lock): Promise<SessionStore> {
  const { files, clock, segmentBytes } = options;
  const operations = new OperationsInLog();
  const { file, history, reading, isFinal } = await readSession(options, (entry) => {
    operations.take(entry);
    return undefined;
  });
  if (isFinal) {
    await files.remove(paths.final);
    await files.syncDirectory(paths.directory);
  }
  const end = await trim(options, paths, reading);
  const { torn } = reading;
  const trimmed = torn !== undefined && torn.bytes > 0 ? torn : undefined;
  const store = new SessionStore({
    ...{ files, clock, paths, file, lock, history, operations: operations.newest, trimmed, end, segmentBytes },
    wasFinal: isFinal,
  });
  await store.hold(reading.segments.length);
  return store;
}

export interface StoredSession {
  readonly file: SessionFile;
  readonly history: History;
  readonly reading: LogReading;
  readonly isFinal: boolean;
}

/**
 * Reads a session that no process has, and checks all of it without a change; `see` gets each entry of its log. Rejects with a `SessionError`,
 * a `FileError`, or as `see` does.
 */
export async function readSession(
  { files, state, sessionId }: Pick<OpenOptions, "files" | "state" | "sessionId">,
  see: (entry: LogEntry) => Promise<void> | undefined = () => undefined,
): Promise<StoredSession> {
  const paths = sessionPaths(files.join, state, sessionId);
  const file = await readSessionFile({ files, state, sessionId });
  const final = await readFinal(files, paths.final);
  // The log is made before session.json: its absence means a lost history, not an empty one.
  if ((await files.status(paths.log))?.kind !== "directory") throw corrupt("the log is missing");
  const history = new History();
  const log = { files, directory: paths.log, sessionId, isFinal: final !== undefined };
  const reading = await readLog(log, (entry, place) => {
    history.take(entry, place);
    return see(entry);
  });
  // A daemon writes its epoch to the log before it serves.
  const startup = await readStartup(files, paths.startup);
  const hasServed = startup?.state === "ready" || startup?.state === "stopped";
  if (hasServed && startup.daemon_epoch !== history.epoch) throw corrupt("the log lacks what the last daemon wrote");
  if (final !== undefined) checkFinal(final, sessionId, reading, history.totalItems);
  return { file, history, reading, isFinal: final !== undefined };
}

/** The `session.json` of a session. Rejects with a `SessionError` or a `FileError`. */
export async function readSessionFile({
  files,
  state,
  sessionId,
}: Pick<OpenOptions, "files" | "state" | "sessionId">): Promise<SessionFile> {
  const paths = sessionPaths(files.join, state, sessionId);
  try {
    const value = await readJson(files, paths.session);
    if (isSessionFile(value) && value.session_id === sessionId) return value;
  } catch (error) {
    if (!(error instanceof FileError) || error.failure !== "missing") throw error;
    if ((await files.list(paths.log)).length > 0) throw corrupt("session.json is missing");
    throw new SessionError("session_unknown", "there is no session of this id");
  }
  throw corrupt("session.json is damaged");
}

/** Cuts off an unfinished write, and opens the last segment for writing. */
async function trim({ files }: OpenOptions, paths: SessionPaths, reading: LogReading): Promise<LogEnd> {
  const { entries, segments, torn } = reading;
  if (torn !== undefined && torn.offset === 0) {
    await files.remove(files.join(paths.log, torn.name));
    await files.syncDirectory(paths.log);
  }
  const last = segments.at(-1);
  if (last === undefined) return { entries, closed: [] };
  const closed = segments.slice(0, -1).map(({ name, bytes, digest }) => ({ name, bytes, sha256: digest.hex() }));
  const segment = await Segment.resume(files, paths.log, segments.length, last.bytes, last.digest);
  return { entries, closed, segment };
}
