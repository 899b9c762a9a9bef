/** The directory of a session: chosen when the session begins, and the same wherever it is continued from (P-S98). */
import { printable } from "../../../text/escape.js";
import { FileError, type FileStatus, type Files } from "../../machine/interfaces/files.js";
import { isAbsolute } from "./paths.js";

export interface WorkingDirectory {
  readonly workingDirectory: string;
  /** The user id of its owner, when that was another user than the session's as it began. */
  readonly owner?: number | undefined;
}

/** No session can work there. The message is a clause for people. */
export class DirectoryFailure extends Error {
  override readonly name = "DirectoryFailure";
}

/** The directory of a session that begins at a path: the place that the path leads to now. Rejects with a `DirectoryFailure` or a `FileError`. */
export async function chosenDirectory(files: Files, path: string): Promise<WorkingDirectory> {
  const place = (await realPath(files, path)) ?? path;
  const seen = await seenAt(files, place);
  if (typeof seen === "string") throw new DirectoryFailure(`cannot start in ${printable(place)}: ${seen}`);
  return { workingDirectory: place, owner: seen.owner };
}

/** Rejects as `chosenDirectory` does when the directory of a session is no longer there, or is no longer what it was. */
export async function expectDirectory(files: Files, directory: WorkingDirectory): Promise<void> {
  const why = await changeOf(files, directory);
  if (why === undefined) return;
  const place = printable(directory.workingDirectory);
  throw new DirectoryFailure(`the session works in ${place} alone: ${why}; \`agent new\` begins another one`);
}

async function changeOf(
  files: Files,
  { workingDirectory: place, owner }: WorkingDirectory,
): Promise<string | undefined> {
  if (!isAbsolute(place)) return "that is not a whole path";
  const real = await realPath(files, place);
  if (real !== undefined && real !== place) return `a symbolic link leads from there to ${printable(real)} now`;
  const seen = await seenAt(files, place);
  if (typeof seen === "string") return seen;
  return seen.owner === undefined || seen.owner === owner ? undefined : "that directory belongs to another user now";
}

/** The directory at a path; or why nobody can work in it, as a clause. */
async function seenAt(files: Files, path: string): Promise<FileStatus | string> {
  try {
    const status = await files.status(path);
    if (status === undefined) return "there is no such directory";
    if (status.kind !== "directory") return "that is not a directory";
    // Only in a directory that may be entered can a name be looked up.
    await files.status(files.join(path, ".agent"));
    return status;
  } catch (error) {
    if (error instanceof FileError && error.failure === "denied") return "you may not enter it";
    throw error;
  }
}

/** Undefined as well for a path that may not be looked up. */
async function realPath(files: Files, path: string): Promise<string | undefined> {
  try {
    return await files.realPath(path);
  } catch (error) {
    if (error instanceof FileError && error.failure === "denied") return undefined;
    throw error;
  }
}
