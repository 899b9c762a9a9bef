/** The routes that show a session as it is: a snapshot, a summary, and the stream of its records. */
import { features, limits } from "../../../../generated/protocol/tables.js";
import type { SyncSnapshot } from "../../../../generated/protocol/types.js";
import { syncFeed } from "../../../wire/core/feed.js";
import { legacyFeed } from "../../../wire/core/legacy.js";
import { isBusy } from "../../../wire/core/session.js";
import { boundedText, boundedTurn, retryIn, waitingIn } from "../../../wire/core/summary.js";
import { shortened } from "../../../wire/core/text-size.js";
import { refuse } from "../../../wire/protocol/codes.js";
import type { DaemonRoutes } from "../../../wire/protocol/routes.js";
import { encodingFor, positionFor } from "../../../wire/server/events.js";
import type { Handler } from "../../../wire/server/handlers.js";
import type { Readers } from "../../../wire/server/readers.js";
import type { Checkpoints } from "../checkpoints.js";
import type { SessionJournal } from "../journal.js";
import type { Operations } from "../operations.js";
import type { Session } from "../session.js";

/** The features of this daemon (spec 9). */
const FEATURES: readonly string[] = [
  features.sync,
  features.history,
  features.attachments,
  features.targetedMutations,
  features.catalog,
];

/** `GET /sync`: a snapshot to start from (spec 2.2, P-S8). */
export function sync(
  { store, stream }: SessionJournal,
  checkpoints: Checkpoints,
  operations: Operations,
): Handler<DaemonRoutes["sync"]> {
  const { file, sessionId } = store;
  const checkpointOf = (items: number): string => checkpoints.at(items);
  const source = { sessionId, createdAt: file.created_at, features: FEATURES, checkpointOf };
  let last: SyncSnapshot | undefined;
  return () => {
    const { window } = operations;
    // One snapshot serves many requests at one moment, as when all readers come back.
    const isCurrent =
      last?.cursor === stream.cursor &&
      last.history_checkpoint === checkpointOf(stream.state.historyTotalItems) &&
      last.operation_window === window;
    last = last !== undefined && isCurrent ? last : stream.snapshot({ ...source, window });
    return { body: last };
  };
}

/** `GET /sync/summary`: the session in at most 16 KiB, from memory alone (P-S10). */
export function syncSummary(session: Session): Handler<DaemonRoutes["syncSummary"]> {
  const { epoch, journal, store, next, startedAt } = session;
  const project = shortened(session.project, limits.summaryProjectBytes);
  return () => {
    const { stream } = journal;
    const { title, turn, lastTurn, context, catalogRevision, historyTotalItems, queue, interrogatives } = stream.state;
    return {
      body: {
        version: 1,
        daemon_epoch: epoch,
        session_id: store.sessionId,
        state: turn.state,
        busy: isBusy(stream.state),
        attention: interrogatives.length > 0,
        cursor: stream.cursor,
        catalog_revision: catalogRevision,
        history_total_items: historyTotalItems,
        title: boundedText(title),
        project,
        model: boundedText(next.named.model),
        facet: boundedText(next.named.facet),
        queue_length: queue.items.length,
        updated_at: stream.lastAt ?? startedAt,
        ...(lastTurn === null ? {} : { last_turn: boundedTurn(lastTurn) }),
        ...(context === null ? {} : { context }),
        ...waitingIn(interrogatives),
        ...retryIn(turn.retry),
      },
    };
  };
}

/** `GET /events`: after a cursor, the records in order and then live ones (spec 4.1, P-S11); without `after`, the legacy stream (P-S12). */
export function events({ store, stream }: SessionJournal, readers: Readers): Handler<DaemonRoutes["events"]> {
  const [sync, legacy] = [syncFeed(stream), legacyFeed(stream, store.sessionId)];
  return ({ query: { after }, headers }) => {
    const encoding = encodingFor(headers);
    if (encoding === undefined) return { refusal: refuse("not_acceptable") };
    if (after === undefined) return { stream: (exchange) => readers.add(exchange, legacy, encoding, stream.ring.head) };
    const place = positionFor(stream.cursors, after, headers);
    if ("refusal" in place) return place;
    return { stream: (exchange) => readers.add(exchange, sync, encoding, place.position) };
  };
}
