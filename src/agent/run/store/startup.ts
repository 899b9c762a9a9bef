/** How far the daemon of a session is, for who waits for it (P-S6). */
import type { Startup } from "../../../generated/protocol/types.js";
import { FileError, type Files, replaceFile } from "../../ports/files.js";
import { isStartup, jsonBytes, readJson } from "./check.js";

/** Says it, whole. Rejects with a `FileError`. */
export async function writeStartup(files: Files, path: string, startup: Startup): Promise<void> {
  await replaceFile(files, path, jsonBytes(startup));
}

/** What was said last; undefined when there is nothing that can be read. It may be stale: the lock and the epoch tell. */
export async function readStartup(files: Files, path: string): Promise<Startup | undefined> {
  try {
    const value = await readJson(files, path);
    return isStartup(value) ? value : undefined;
  } catch (error) {
    if (error instanceof FileError) return undefined;
    throw error;
  }
}
