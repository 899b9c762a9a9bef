/** Ending the daemon of a session, in order. */

import { sleep } from "../ports/clock.js";
import { machine } from "../program/machine.js";
import { lockHolder } from "../run/store/lock.js";
import type { Daemon } from "../wire/client/index.js";

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
