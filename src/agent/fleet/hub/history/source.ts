/** A session's folder as the source of a capture, read without a change (P-S40, P-S41). Does not read its log. */
import { FileError, type FileStatus, type Files } from "../../../machine/interfaces/files.js";
import { lockHolder } from "../../../session/store/lock.js";
import { isSessionId, type SessionPaths, sessionPaths } from "../../../session/store/paths.js";
import type { SourceHost } from "../sources/daemon.js";

export type Source =
  | { readonly kind: "unknown" }
  | { readonly kind: "running" }
  /** No process holds it. `mark` changes with `final.json` and with every file of the log. */
  | { readonly kind: "stopped"; readonly paths: SessionPaths; readonly mark: string };

export type StoppedSource = Extract<Source, { readonly kind: "stopped" }>;

/** The present source, from small reads alone. Rejects with a `FileError`. */
export async function sourceOf({ files, processes }: SourceHost, state: string, sessionId: string): Promise<Source> {
  if (!isSessionId(sessionId)) return { kind: "unknown" };
  const paths = sessionPaths(files.join, state, sessionId);
  const names = await namesIn(files, paths.log);
  // A log without `session.json` is damage; without a log too, the session never existed.
  if (names.length === 0 && (await files.status(paths.session)) === undefined) return { kind: "unknown" };
  if ((await lockHolder({ files, processes }, paths.lock)) !== undefined) return { kind: "running" };
  const statuses = [paths.final, ...names.map((name) => files.join(paths.log, name))].map((path) => files.status(path));
  return { kind: "stopped", paths, mark: (await Promise.all(statuses)).map(markOf).join() };
}

function markOf(status: FileStatus | undefined): string {
  return status === undefined ? "" : `${status.identity} ${status.size} ${status.modified}`;
}

async function namesIn(files: Files, directory: string): Promise<readonly string[]> {
  try {
    return await files.list(directory);
  } catch (error) {
    if (error instanceof FileError && error.failure === "not-a-file") return [];
    throw error;
  }
}
