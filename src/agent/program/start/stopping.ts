/** Ending the daemon of a session, in order, and what one that was killed has left. */

import { sleep } from "../../machine/interfaces/clock.js";
import { lockHolder, takeLock } from "../../session/store/lock.js";
import type { SessionPaths } from "../../session/store/paths.js";
import type { Daemon } from "../../wire/client/index.js";
import { machine } from "../common/machine.js";

/** Milliseconds for a daemon to stop, and between two looks at its lock. */
const PATIENCE = 10_000;
const INTERVAL = 20;

/** Whether the daemon has stopped and released its session in time. Rejects as its calls do. */
export async function stopDaemon(client: Daemon, lock: string): Promise<boolean> {
  await client.stop();
  const { files, processes, clock } = machine;
  for (let waited = 0; waited < PATIENCE; waited += INTERVAL) {
    if ((await lockHolder({ files, processes }, lock)) === undefined) return true;
    await sleep(clock, INTERVAL);
  }
  return false;
}

/**
 * Ends the processes of a session whose daemon was killed (P-S96), and resolves with their number; undefined where another process has the
 * session now. Rejects with a `FileError`.
 */
export async function endLeft({ lock: path, children }: SessionPaths): Promise<number | undefined> {
  const lock = await takeLock(machine, path);
  if (lock === undefined) return undefined;
  try {
    return await machine.endRecorded(children);
  } finally {
    await lock.release();
  }
}
