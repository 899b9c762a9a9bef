/** Ending the daemon of a session, in order. */

import { sleep } from "../ports/clock.js";
import { machine } from "../program/machine.js";
import { lockHolder } from "../run/store/lock.js";
import type { DaemonClient } from "../wire/client/daemon.js";

/** Milliseconds that a daemon has to stop, and between two looks. */
const PATIENCE = 10_000;
const INTERVAL = 20;

/** Whether it has stopped and let go of its session. Rejects as calls of it do. */
export async function stopDaemon(client: DaemonClient, lock: string): Promise<boolean> {
  await client.call("terminate", { body: {} });
  const { files, processes, clock } = machine;
  for (let waited = 0; waited < PATIENCE; waited += INTERVAL) {
    if ((await lockHolder({ files, processes }, lock)) === undefined) return true;
    await sleep(clock, INTERVAL);
  }
  return false;
}
