/** A session from now on, whatever happens to the connection: a snapshot, then records; after a gap a new snapshot (spec 1). */
import type { SyncRecordV1, SyncSnapshot } from "../generated/protocol/types.js";
import { type Clock, sleep } from "../ports/clock.js";
import { ConnectError } from "../ports/connect.js";
import { type DaemonClient, DaemonError } from "./daemon.js";

export type Followed =
  | { readonly kind: "snapshot"; readonly snapshot: SyncSnapshot }
  | { readonly kind: "record"; readonly record: SyncRecordV1 };

/** Milliseconds until the next try, and at most how many. */
const FIRST_WAIT = 100;
const LONGEST_WAIT = 5000;

/** Tries that fail one after the other before nobody is believed to be there. */
const TRIES = 5;

/** Ends with `signal`, or when the daemon stops; rejects with what went wrong when it cannot be reached any longer. */
export async function* follow(
  client: DaemonClient,
  clock: Clock,
  signal: AbortSignal,
): AsyncGenerator<Followed, void, undefined> {
  let cursor: string | undefined;
  let failures = 0;
  while (!signal.aborted) {
    try {
      if (cursor === undefined) {
        const snapshot = await client.call("sync", { signal });
        cursor = snapshot.cursor;
        yield { kind: "snapshot", snapshot };
      }
      for await (const message of client.events(cursor, signal)) {
        failures = 0;
        if (message.event === "reset") break;
        if (message.event !== "frame") continue;
        for (const record of message.records) {
          yield { kind: "record", record };
          if (record.kind === "session_stopping") failures = TRIES;
        }
        cursor = message.cursor;
      }
      cursor = undefined;
    } catch (error) {
      if (signal.aborted) return;
      // A cursor that is of no more use is replaced; everything else may pass.
      if (error instanceof DaemonError && CURSOR_LOST.has(error.status)) cursor = undefined;
      else if (!(error instanceof ConnectError) && !(error instanceof DaemonError && error.status >= 500)) throw error;
      failures += 1;
      if (failures > TRIES) throw error;
    }
    if (failures >= TRIES) return;
    await sleep(clock, Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** failures), signal);
  }
}

const CURSOR_LOST: ReadonlySet<number> = new Set([400, 409, 410]);
