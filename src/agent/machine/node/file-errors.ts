/** Failures of this machine's disk as the port's failures. */
import { FileError, type FileFailure } from "../interfaces/files.js";

const FAILURES: Readonly<Record<string, FileFailure>> = {
  ENOENT: "missing",
  EEXIST: "exists",
  ENOTEMPTY: "exists",
  EACCES: "denied",
  EPERM: "denied",
  EROFS: "denied",
  ENOSPC: "full",
  EDQUOT: "full",
  // A limit of the process on the size of files.
  EFBIG: "full",
  EISDIR: "not-a-file",
  ENOTDIR: "not-a-file",
  // A link, which is not followed.
  ELOOP: "not-a-file",
  EMLINK: "not-a-file",
};

/** The system's own short code. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "UNKNOWN";
}

/** Runs a function on one path, and turns its failure into a `FileError`. */
export async function about<Value>(path: string, run: () => Promise<Value>): Promise<Value> {
  try {
    return await run();
  } catch (error) {
    throw fileError(path, error);
  }
}

/** The failure of a call on one path as a `FileError`. */
export function fileError(path: string, error: unknown): FileError {
  if (error instanceof FileError) return error;
  return new FileError(FAILURES[codeOf(error)] ?? "io", path, codeOf(error));
}

/** The value, or undefined for one of these failures. */
export async function unless<Value>(
  failures: readonly FileFailure[],
  value: Promise<Value>,
): Promise<Value | undefined> {
  try {
    return await value;
  } catch (error) {
    if (error instanceof FileError && failures.includes(error.failure)) return undefined;
    throw error;
  }
}
