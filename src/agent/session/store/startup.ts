/** `startup.json`: the progress of a starting daemon, for programs that wait for it (P-S6). */
import type { Startup } from "../../../generated/protocol/types.js";
import { FileError, type Files, replaceFile } from "../../machine/interfaces/files.js";
import { isStartup, jsonBytes, readJson } from "./check.js";
import type { SessionPaths } from "./paths.js";

/** Writes `startup.json`, whole. Rejects with a `FileError`. */
export async function writeStartup(files: Files, path: string, startup: Startup): Promise<void> {
  await replaceFile(files, path, jsonBytes(startup));
}

/** The last `startup.json`; undefined when it cannot be read. It may be stale: lock and epoch show whether it is. */
export async function readStartup(files: Files, path: string): Promise<Startup | undefined> {
  try {
    const value = await readJson(files, path);
    return isStartup(value) ? value : undefined;
  } catch (error) {
    if (error instanceof FileError) return undefined;
    throw error;
  }
}

/** The file with the token of a daemon: that of its session, unless the daemon was started with another (spec 5.1). */
export function credentialPath({ credential }: Pick<SessionPaths, "credential">, startup: Startup | undefined): string {
  return startup?.credential_file ?? credential;
}
