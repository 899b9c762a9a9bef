/**
 * The sessions of a state directory, checked again and again (P-S74). A check reads the status of the folders that may have changed, and the
 * small files of changed ones; it reads no log. A daemon that dies changes no file, so each check tests whether its process runs. A process that
 * takes a session changes the time of the directory of all sessions, and the next check reads the status of each folder; other checks
 * that of running sessions and of a part of the others.
 */
import { limits } from "../../../../generated/protocol/tables.js";
import type { Finalized } from "../../../../generated/protocol/types.js";
import { isLastTurn } from "../../../../generated/protocol/validators.js";
import type { FileStatus, Files } from "../../../machine/interfaces/files.js";
import { FileError } from "../../../machine/interfaces/files.js";
import type { Log } from "../../../machine/interfaces/log.js";
import type { ProcessIdentity } from "../../../machine/interfaces/processes.js";
import { fewAtOnce } from "../../../session/store/few-at-once.js";
import { type ListedSession, listedSession } from "../../../session/store/list.js";
import { isSessionId, sessionPaths, sessionsDirectory } from "../../../session/store/paths.js";
import { boundedTurn } from "../../../wire/core/summary.js";
import type { SourceHost } from "./daemon.js";

/** The folder of a session. The same object as at the last check, unless it has changed. */
export interface Folder {
  readonly session: FolderSession;
  /** Empty for a damaged session. */
  readonly workingDirectory: string;
  readonly holder: ProcessIdentity | undefined;
  /** Milliseconds since 1970 of the last change of its folder. */
  readonly changed: number;
}

/** The data for a session's row: thousands are stored. */
type FolderSession = Pick<ListedSession, "sessionId" | "isRunning" | "isFinalized" | "damage"> & {
  readonly createdAt: string | undefined;
  readonly title: string | undefined;
  readonly final: Omit<Finalized, "version" | "session_id" | "entries" | "segments"> | undefined;
};

interface FolderLook {
  readonly name: string;
  readonly identity: string;
  readonly changed: number;
  /** The time of that check. */
  readonly at: number;
  /** Undefined for a folder in which no session has begun. */
  readonly folder: Folder | undefined;
  /** Whether its files were readable, or are certainly absent; if not, they are read again. */
  readonly isSure: boolean;
}

/** Milliseconds within which two changes of a folder can have the same time: a recently changed one is read again. */
const GRAIN = 2000;

export interface FoldersHost extends SourceHost {
  readonly log: Log;
}

export class Folders {
  readonly #host: FoldersHost;
  readonly #state: string;
  #folders: ReadonlyMap<string, FolderLook> = new Map();
  /** The directory of all sessions when it was last listed. */
  #listed:
    | { readonly names: readonly string[]; readonly identity: string; readonly changed: number; readonly at: number }
    | undefined;
  /** The index of the first folder of the next part. */
  #next = 0;

  /** Why the directory of all sessions was unreadable at the last check. */
  #unreadable: string | undefined;

  constructor(host: FoldersHost, state: string) {
    this.#host = host;
    this.#state = state;
  }

  /** All sessions by id, at `now`, in milliseconds since 1970. Never rejects; a folder that cannot be read now keeps its earlier data. */
  async look(now: number): Promise<ReadonlyMap<string, Folder>> {
    const listed = await this.#list(now);
    if (listed instanceof FileError) {
      this.#say(listed);
      return foldersOf(this.#folders);
    }
    this.#unreadable = undefined;
    const isDue = listed.isNews ? () => true : this.#dueAmong(listed.names);
    const looks = await fewAtOnce(listed.names, async (name, index) => {
      const before = this.#folders.get(name);
      return before !== undefined && !isDue(before, index) ? before : this.#lookAt(name, now);
    });
    this.#folders = new Map(looks.flatMap((seen) => (seen === undefined ? [] : [[seen.name, seen] as const])));
    return foldersOf(this.#folders);
  }

  /** The names of all sessions, and whether a process may have taken or removed one since the last check. */
  async #list(now: number): Promise<{ readonly names: readonly string[]; readonly isNews: boolean } | FileError> {
    const { files } = this.#host;
    const directory = sessionsDirectory(files.join, this.#state);
    try {
      const status = await files.status(directory);
      const before = this.#listed;
      const isSame = before !== undefined && before.identity === status?.identity && before.changed === status.modified;
      if (isSame && Math.abs(before.at - before.changed) > GRAIN) return { names: before.names, isNews: false };
      const names = (await files.list(directory)).filter(isSessionId);
      this.#listed = status && { names, identity: status.identity, changed: status.modified, at: now };
      return { names, isNews: true };
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      this.#listed = undefined;
      return error;
    }
  }

  /** The folders to check without news: those that may change now, and a part of the others, so that each has its turn. */
  #dueAmong({ length }: readonly string[]): (look: FolderLook, index: number) => boolean {
    const part = Math.ceil((length * limits.folderInterval) / limits.folderRest);
    const from = this.#next < length ? this.#next : 0;
    this.#next = from + part;
    return (look, index) => !isAtRest(look) || (index >= from && index < from + part);
  }

  /** Once, until it is readable again or fails for another reason. */
  #say({ path, detail }: FileError): void {
    if (this.#unreadable !== detail)
      this.#host.log.say("error", "the sessions cannot be read", { path, reason: detail });
    this.#unreadable = detail;
  }

  async #lookAt(name: string, now: number): Promise<FolderLook | undefined> {
    const { files } = this.#host;
    const before = this.#folders.get(name);
    const status = await statusOf(files, sessionPaths(files.join, this.#state, name).directory);
    if (status === "unknown") return before;
    if (status?.kind !== "directory") return undefined;
    const { identity, modified: changed } = status;
    // A time in the future is no reason to read again: the clock was set back.
    const isSettled = before?.isSure && before.changed === changed && Math.abs(before.at - changed) > GRAIN;
    if (isSettled && before.identity === identity && this.#runsAsBefore(before.folder)) return before;
    const session = await listedSession(this.#host, this.#state, name);
    const isSure = session?.isSure ?? true;
    // One failing check means a lack of descriptors more often than a damaged session.
    if (!isSure && before?.folder !== undefined && before.isSure) return { ...before, isSure };
    const folder = session && sameFolder(before?.folder, folderOf(session, changed));
    return { name, identity, changed, at: now, folder, isSure };
  }

  #runsAsBefore(folder: Folder | undefined): boolean {
    return folder?.holder === undefined || this.#host.processes.mayRun(folder.holder);
  }
}

/** Whether no daemon has the session, and its files were read after its last change. */
function isAtRest({ folder, isSure, at, changed }: FolderLook): boolean {
  return folder !== undefined && folder.holder === undefined && isSure && Math.abs(at - changed) > GRAIN;
}

function folderOf(
  { sessionId, isRunning, isFinalized, damage, file, final, holder }: ListedSession,
  changed: number,
): Folder {
  const { finalized_at, last_at, title, model, facet, total_items, last_turn } = final ?? {};
  const shown =
    finalized_at === undefined || total_items === undefined
      ? undefined
      : {
          ...{ finalized_at, total_items },
          ...(last_at === undefined ? {} : { last_at }),
          ...(title === undefined ? {} : { title }),
          ...(model === undefined ? {} : { model }),
          ...(facet === undefined ? {} : { facet }),
          ...(isLastTurn(last_turn) ? { last_turn: boundedTurn(last_turn) } : {}),
        };
  const { created_at: createdAt, title: given } = file ?? {};
  const session = { sessionId, isRunning, isFinalized, damage, createdAt, title: given, final: shown };
  return { session, workingDirectory: file?.working_directory ?? "", holder, changed };
}

/** The earlier object, if no relevant field has changed. */
function sameFolder(before: Folder | undefined, after: Folder): Folder {
  return before !== undefined && JSON.stringify(before) === JSON.stringify(after) ? before : after;
}

function foldersOf(seen: ReadonlyMap<string, FolderLook>): ReadonlyMap<string, Folder> {
  return new Map([...seen].flatMap(([name, { folder }]) => (folder === undefined ? [] : [[name, folder] as const])));
}

async function statusOf(files: Files, path: string): Promise<FileStatus | undefined | "unknown"> {
  try {
    return await files.status(path);
  } catch (error) {
    if (error instanceof FileError) return "unknown";
    throw error;
  }
}
