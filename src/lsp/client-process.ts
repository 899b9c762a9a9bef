/** Notices that the process of a client has ended while its pipe stays open, which another process may hold. */
import type { Machine } from "./machine.js";

/** Milliseconds between two looks. */
const INTERVAL = 10_000;

/**
 * Calls `gone` once the process has ended, unless `signal` is aborted before. A process that is not there at first is never looked at
 * again: the client may run in a container or on another machine.
 */
export async function followProcess(
  pid: unknown,
  { clock, isRunning }: Pick<Machine, "clock" | "isRunning">,
  signal: AbortSignal,
  gone: () => void,
): Promise<void> {
  if (typeof pid !== "number" || !Number.isSafeInteger(pid) || pid < 1 || !isRunning(pid)) return;
  do await clock.pause(INTERVAL, signal);
  while (!signal.aborted && isRunning(pid));
  if (!signal.aborted) gone();
}
