/** Whether a process of this machine runs. */
import { codeOf } from "./code.js";

/** False only if no process has this number: a process of another user counts. Sends no signal. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) !== "ESRCH";
  }
}
