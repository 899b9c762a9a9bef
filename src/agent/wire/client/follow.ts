/**
 * A session from now on, whatever happens to the connection: a snapshot, then records, each once. What is next after a break is decided by the
 * replica (spec 1, `core/replica.ts`); here it is carried out.
 */
import type { HistoryItem, SyncMessage, SyncRecordV1, SyncSnapshot } from "../../../generated/protocol/types.js";
import { type Clock, sleep } from "../../ports/clock.js";
import { ConnectError } from "../../ports/connect.js";
import { type Next, pointOf, Replica } from "../core/replica.js";
import { type DaemonClient, DaemonError } from "./daemon.js";
import { historyOf } from "./history.js";

export type Followed =
  /** `missed`: items that were finished since the last record, and that no record tells of any longer. */
  | { readonly kind: "snapshot"; readonly snapshot: SyncSnapshot; readonly missed: readonly HistoryItem[] }
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

/** Messages until the stream ends, or is silent for too long. */
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

/** What is next after a failure; throws it where nothing is. */
function nextAfter(error: unknown, replica: Replica | undefined): Next {
  const again: Next = replica?.ended() ?? { kind: "follow" };
  // Nobody listens there any longer: a daemon that comes back has another port.
  if (error instanceof ConnectError && error.detail !== "ECONNREFUSED") return again;
  if (!(error instanceof DaemonError)) throw error;
  const next = replica?.refused(error.status, error.code) ?? (error.status >= 500 ? again : undefined);
  if (next === undefined || next.kind === "fail") throw error;
  return next;
}
