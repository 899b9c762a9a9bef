/** Part of the host. Who may read and start what is on the disk, looked at and never tried: nothing is opened, nothing starts. */
import { accessSync, constants, statSync } from "node:fs";

export interface Permissions {
  /** Whether a path leads to a file that this user may start. */
  mayStart(file: string): boolean;
  /** The nine bits of a file's mode; undefined where there are none, and where the file cannot be looked at. */
  modeOf(file: string): number | undefined;
  /** What stands between the directories of a search path. */
  readonly delimiter: string;
  /** What may be left out at the end of a program's name. */
  readonly endings: readonly string[];
}

/** Those of the machine that Node runs on. All paths are absolute. */
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

/** What cannot be looked at is as good as absent. */
function attempt<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
