/** Whether a turn runs in a session, asked of its daemon. */

import { within } from "../ports/clock.js";
import { machine } from "../program/machine.js";
import type { ListedSession } from "../run/store/list.js";
import { ClientError } from "../wire/client/index.js";
import { daemonOf } from "./running.js";

/** Milliseconds for the answer: a list does not wait for a daemon that hangs. */
const PATIENCE = 1000;

/** Undefined for a session that does not run, and for a daemon that does not answer in time. */
export async function isBusy(session: ListedSession): Promise<boolean | undefined> {
  if (!session.isRunning) return undefined;
  const running = await daemonOf(session);
  if (typeof running === "string") return undefined;
  return within(machine.clock, PATIENCE, async (signal) => {
    try {
      return (await running.client.summary({ signal })).busy;
    } catch (error) {
      if (error instanceof ClientError || signal.aborted) return undefined;
      throw error;
    }
  });
}
