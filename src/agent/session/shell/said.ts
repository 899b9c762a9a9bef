/** The words for the end of a program that did not go well. */

import { limits } from "../../../generated/protocol/tables.js";
import type { Ending } from "./ending.js";

/** Undefined after an exit code of 0. */
export function endSaid({ end, stop, wasKilled }: Ending, timeout: number): string | undefined {
  if (stop === undefined) {
    if (end?.signal !== undefined) return `killed by ${end.signal}`;
    return end?.code === 0 ? undefined : `exit code ${end?.code ?? "unknown"}`;
  }
  const why = stop === "timeout" ? `it took longer than ${timeout / 1000} s` : "the call was cancelled";
  if (end === undefined) return `${why}; it did not end after SIGTERM and SIGKILL, and may still run`;
  const grace = `${limits.shellGrace / 1000} s later by SIGKILL`;
  return `${why}; stopped by SIGTERM${wasKilled ? `, and ${grace}` : ""}`;
}

/** `error`: what `StartChild` rejects with. */
export function startFailureSaid(error: unknown, program: string): string {
  const code = error instanceof Error ? error.message : "unknown";
  if (code === "ENOENT") return `there is no \`${program}\` on the PATH`;
  if (code === "ENOTDIR") return "the working directory is gone";
  if (code === "ENORECORD") return "the folder of the session cannot be written";
  if (code === "E2BIG")
    return "the command and its environment are longer than the system takes; write the command to a file in parts";
  return `\`${program}\` did not start (${code})`;
}
