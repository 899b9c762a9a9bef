/** The daemon of a session at one moment, by the files of its folder: the lock shows whether it runs, `startup.json` and `credential.json` how to reach it. */
import { FileError, type Files } from "../../ports/files.js";
import type { Processes } from "../../ports/processes.js";
import { readCredential } from "../../run/store/credential.js";
import { lockHolder } from "../../run/store/lock.js";
import { isSessionId, sessionPaths } from "../../run/store/paths.js";
import { readStartup } from "../../run/store/startup.js";

export interface SourceHost {
  readonly files: Files;
  readonly processes: Processes;
}

export type Located =
  | { readonly kind: "running"; readonly url: string; readonly token: string; readonly epoch: string }
  /** A process holds the session, and cannot be reached: it starts, or its files cannot be read. */
  | { readonly kind: "unreachable" }
  /** The session is there, and no process holds it. */
  | { readonly kind: "stopped" }
  /** There is no such session. */
  | { readonly kind: "unknown" };

/** Reads the files anew: a daemon that was continued has another address and another token. Never rejects with a `FileError`. */
export async function locate({ files, processes }: SourceHost, state: string, sessionId: string): Promise<Located> {
  if (!isSessionId(sessionId)) return { kind: "unknown" };
  const paths = sessionPaths(files.join, state, sessionId);
  let pid: number | undefined;
  try {
    if ((await files.status(paths.session)) === undefined) return { kind: "unknown" };
    pid = (await lockHolder({ files, processes }, paths.lock))?.pid;
    if (pid === undefined) return { kind: "stopped" };
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return { kind: "unreachable" };
  }
  const [startup, credential] = await Promise.all([
    readStartup(files, paths.startup),
    readCredential(files, paths.credential),
  ]);
  // Until a daemon that has the lock writes the file, it is that of the run before (P-S6).
  if (startup?.state !== "ready" || startup.url === undefined || startup.pid !== pid) return { kind: "unreachable" };
  if (credential.kind !== "loaded") return { kind: "unreachable" };
  return { kind: "running", url: startup.url, token: credential.token, epoch: startup.daemon_epoch };
}
