/** `GET /sync/summary`: the session in at most 16 KiB, from memory alone (P-S10). */
import { limits } from "../../../generated/protocol/tables.js";
import type { Handler } from "../../http/handlers.js";
import { isBusy } from "../../wire/core/session.js";
import { shortened } from "../../wire/core/text-size.js";
import type { DaemonRoutes } from "../../wire/protocol/routes.js";
import type { NextTurn } from "../next-turn.js";
import type { LiveSession } from "../session.js";

interface SummarySource {
  readonly project: string;
  /** The time of the start, until there is a record. */
  readonly startedAt: string;
}

export function syncSummary(
  { epoch, store, stream }: LiveSession,
  worked: Pick<NextTurn, "named">,
  { project: whole, startedAt }: SummarySource,
): Handler<DaemonRoutes["syncSummary"]> {
  const project = shortened(whole, limits.summaryProjectBytes);
  return () => {
    const { title, turn, catalogRevision, historyTotalItems, queue, interrogatives } = stream.state;
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
        title: bounded(title),
        project,
        model: bounded(worked.named.model),
        facet: bounded(worked.named.facet),
        queue_length: queue.items.length,
        updated_at: stream.lastAt ?? startedAt,
      },
    };
  };
}

function bounded(text: string | null): string | null {
  return text === null ? null : shortened(text, limits.summaryTextBytes);
}
