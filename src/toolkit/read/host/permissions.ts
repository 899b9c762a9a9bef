/** Examines who may read and start files, without opening or starting any. Part of the host. */
import { accessSync, constants, statSync } from "node:fs";

export interface Permissions {
  /** Whether a path leads to a file that this user may start. */
  mayStart(file: string): boolean;
  /** The nine permission bits of a file; undefined on systems without them, and for a file that cannot be examined. */
  modeOf(file: string): number | undefined;
  /** The separator of a search path. */
  readonly delimiter: string;
  /** Endings that a program's name may lack. */
  readonly endings: readonly string[];
}

/** The permissions of the machine that Node runs on. All paths are absolute. */
export const nodePermissions: Permissions = {
  mayStart: (file) => attempt(() => isProgram(file)) ?? false,
  modeOf: (file) => (process.platform === "win32" ? undefined : attempt(() => statSync(file).mode & 0o777)),
  delimiter: process.platform === "win32" ? ";" : ":",
  endings: process.platform === "win32" ? ["", ".exe", ".com", ".cmd", ".bat"] : [""],
};

/** The version of Node that runs this program. */
export const nodeVersion: string = process.versions.node;

function isProgram(file: string): boolean {
  accessSync(file, constants.X_OK);
  return statSync(file).isFile();
}

/** A failed look counts as an absent file. */
function attempt<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
