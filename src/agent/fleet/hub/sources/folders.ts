/**
 * The sessions of a state directory, checked again and again (P-S74). A check reads the status of each folder, and the small files of
 * changed ones; it reads no log. A daemon that dies changes no file, so each check tests whether its process runs.
 */
import type { Finalized } from "../../../../generated/protocol/types.js";
import type { FileStatus, Files } from "../../../machine/interfaces/files.js";
import { FileError } from "../../../machine/interfaces/files.js";
import type { Log } from "../../../machine/interfaces/log.js";
import type { ProcessIdentity } from "../../../machine/interfaces/processes.js";
import { fewAtOnce } from "../../../session/store/few-at-once.js";
import { type ListedSession, listedSession } from "../../../session/store/list.js";
import { isSessionId, sessionPaths, sessionsDirectory } from "../../../session/store/paths.js";
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
export type FolderSession = Pick<ListedSession, "sessionId" | "isRunning" | "isFinalized" | "damage"> & {
  readonly createdAt: string | undefined;
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

  /** Why the directory of all sessions was unreadable at the last check. */
  #unreadable: string | undefined;

  constructor(host: FoldersHost, state: string) {
    this.#host = host;
    this.#state = state;
  }

  /** All sessions by id, at `now`, in milliseconds since 1970. Never rejects; a folder that cannot be read now keeps its earlier data. */
  async look(now: number): Promise<ReadonlyMap<string, Folder>> {
    const { files } = this.#host;
    const names = await namesIn(files, sessionsDirectory(files.join, this.#state));
    if (names instanceof FileError) {
      this.#say(names);
      return foldersOf(this.#folders);
    }
    this.#unreadable = undefined;
    const looks = await fewAtOnce(names.filter(isSessionId), (name) => this.#lookAt(name, now));
    this.#folders = new Map(looks.flatMap((seen) => (seen === undefined ? [] : [[seen.name, seen] as const])));
    return foldersOf(this.#folders);
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

function folderOf(
  { sessionId, isRunning, isFinalized, damage, file, final, holder }: ListedSession,
  changed: number,
): Folder {
  const { finalized_at, last_at, title, model, facet, total_items } = final ?? {};
  const shown =
    finalized_at === undefined || total_items === undefined
      ? undefined
      : {
          ...{ finalized_at, total_items },
          ...(last_at === undefined ? {} : { last_at }),
          ...(title === undefined ? {} : { title }),
          ...(model === undefined ? {} : { model }),
          ...(facet === undefined ? {} : { facet }),
        };
  const session = { sessionId, isRunning, isFinalized, damage, createdAt: file?.created_at, final: shown };
  return { session, workingDirectory: file?.working_directory ?? "", holder, changed };
}

/** The earlier object, if no relevant field has changed. */
function sameFolder(before: Folder | undefined, after: Folder): Folder {
  return before !== undefined && JSON.stringify(before) === JSON.stringify(after) ? before : after;
}

function foldersOf(seen: ReadonlyMap<string, FolderLook>): ReadonlyMap<string, Folder> {
  return new Map([...seen].flatMap(([name, { folder }]) => (folder === undefined ? [] : [[name, folder] as const])));
}

async function namesIn(files: Files, directory: string): Promise<readonly string[] | FileError> {
  try {
    return await files.list(directory);
  } catch (error) {
    if (error instanceof FileError) return error;
    throw error;
  }
}

async function statusOf(files: Files, path: string): Promise<FileStatus | undefined | "unknown"> {
  try {
    return await files.status(path);
  } catch (error) {
    if (error instanceof FileError) return "unknown";
    throw error;
  }
}
