/**
 * A session from now on, over breaks of the connection: a snapshot, then records, each once. The replica decides about the next step after a
 * break (spec 1, `core/replica.ts`); this file carries it out.
 */
import type { HistoryItem, SyncMessage, SyncRecordV1, SyncSnapshot } from "../../../generated/protocol/types.js";
import { type Clock, sleep } from "../../ports/clock.js";
import { ConnectError } from "../../ports/connect.js";
import { type Next, pointOf, Replica } from "../core/replica.js";
import { type DaemonClient, DaemonError } from "./daemon.js";
import { historyOf } from "./history.js";

export type Followed =
  /** `missed`: items that were finished after the last record, and whose records are gone. */
  | { readonly kind: "snapshot"; readonly snapshot: SyncSnapshot; readonly missed: readonly HistoryItem[] }
  | { readonly kind: "record"; readonly record: SyncRecordV1 };

/** Milliseconds until the next try: the first time, and at most. */
const FIRST_WAIT = 100;
const LONGEST_WAIT = 5000;

/** Failures in a row after which the daemon counts as gone. */
const TRIES = 5;

/** Ends with `signal`, or when the daemon stops. Rejects with the last error when the daemon cannot be reached any longer. */
export async function* follow(
  client: DaemonClient,
  clock: Clock,
  signal: AbortSignal,
): AsyncGenerator<Followed, void, undefined> {
  let replica: Replica | undefined;
  let isLost = true;
  let isStopping = false;
  for (let failures = 0; !signal.aborted; failures += 1) {
    let failure: unknown = new ConnectError("unreachable", "ENDED");
    try {
      if (replica === undefined || isLost) {
        const snapshot: SyncSnapshot = await client.call("sync", { signal });
        const missed = replica === undefined ? [] : await itemsAfter(replica, client, snapshot, signal);
        replica = new Replica(pointOf(snapshot), clock.monotonic());
        isLost = false;
        yield { kind: "snapshot", snapshot, missed };
      }
      for await (const message of heard(client, replica, clock, signal)) {
        failures = 0;
        isLost = replica.receive(message, clock.monotonic()).kind === "snapshot";
        for (const record of replica.takeApplied()) {
          isStopping ||= record.kind === "session_stopping";
          yield { kind: "record", record };
        }
        if (isLost) break;
      }
    } catch (error) {
      if (signal.aborted) return;
      failure = error;
      isLost = nextAfter(error, replica).kind === "snapshot";
    }
    if (isStopping) return;
    if (failures >= TRIES) throw failure;
    await sleep(clock, Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** failures), signal);
  }
}

/** The messages of one connection, until it ends or is silent for too long. */
async function* heard(
  client: DaemonClient,
  replica: Replica,
  clock: Clock,
  signal: AbortSignal,
): AsyncGenerator<SyncMessage, void, undefined> {
  const silence = new AbortController();
  let forget = (): void => {};
  const listen = (): void => {
    forget();
    forget = clock.after(replica.due - clock.monotonic(), () => silence.abort());
  };
  replica.connected(clock.monotonic());
  listen();
  try {
    for await (const message of client.events(replica.point.cursor, AbortSignal.any([signal, silence.signal]))) {
      yield message;
      listen();
    }
  } finally {
    forget();
  }
}

async function itemsAfter(
  { point }: Replica,
  client: DaemonClient,
  { history_checkpoint: checkpoint }: SyncSnapshot,
  signal: AbortSignal,
): Promise<readonly HistoryItem[]> {
  const items: HistoryItem[] = [];
  for await (const item of historyOf(client, { checkpoint, signal }))
    if (item.index >= point.state.historyTotalItems) items.push(item);
  return items;
}

/** The next step after a failure; throws the failure when there is none. */
function nextAfter(error: unknown, replica: Replica | undefined): Next {
  const again: Next = replica?.ended() ?? { kind: "follow" };
  // No daemon listens at this port any longer, and one that comes back has another port.
  if (error instanceof ConnectError && error.detail !== "ECONNREFUSED") return again;
  if (!(error instanceof DaemonError)) throw error;
  const next = replica?.refused(error.status, error.code) ?? (error.status >= 500 ? again : undefined);
  if (next === undefined || next.kind === "fail") throw error;
  return next;
}
